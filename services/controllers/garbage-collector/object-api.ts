import { isDeepStrictEqual } from 'node:util';
import type { ObjectMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Client } from '@pilothouse/client/client.js';
import type { Collection } from '@pilothouse/client/collection.js';
import type { DeleteOptions } from '@pilothouse/client/options.js';
import type { ApiObject } from '@pilothouse/client/resource-type.js';
import { undefinedIfNotFound, isConflict, isObjectNotFound } from '../api-errors.js';
import { coordinatesOf, type GraphObject, type Coordinates } from './object.js';

export type Policy = NonNullable<DeleteOptions['propagationPolicy']>;

/** `gone`: no object of this uid exists. `changed`: it has another version. */
export type Result = 'done' | 'gone' | 'changed';

/** The precondition of a write. */
export interface Version {
  readonly uid: string;
  readonly resourceVersion: string;
}

/** The API requests of the collector. Errors other than those of {@link Result} are thrown. */
export interface ObjectApi {
  /** Undefined if the object does not exist. */
  readonly get: (coordinates: Coordinates) => Promise<ObjectMeta | undefined>;
  readonly delete: (coordinates: Coordinates, version: Version, policy: Policy) => Promise<Result>;
  /** Patches these metadata fields. */
  readonly patch: (coordinates: Coordinates, version: Version, fields: MetadataFields) => Promise<Result>;
}

/** The metadata fields that the collector changes. */
export type MetadataFields = Pick<ObjectMeta, 'ownerReferences' | 'finalizers'>;

export function objectApi(client: Client, signal: AbortSignal): ObjectApi {
  const at = ({ type, namespace }: Coordinates): Collection<ApiObject> =>
    type.scope === 'Cluster' ? client.of(type) : client.of(type).namespace(namespace);
  return {
    get: async (coordinates) =>
      (await undefinedIfNotFound(at(coordinates).get(coordinates.name, { signal }), isObjectNotFound))?.metadata,
    delete: (coordinates, preconditions, propagationPolicy) =>
      resultOf(at(coordinates).delete(coordinates.name, { preconditions, propagationPolicy, signal })),
    patch: (coordinates, version, fields) => {
      const value = Object.assign(newObject(), { metadata: { ...version, ...fieldsOf(fields) } });
      return resultOf(at(coordinates).patch(coordinates.name, { type: 'merge', value }, { signal }));
    },
  };
}

/** The fields as a merge patch. An empty list becomes null. */
function fieldsOf(fields: MetadataFields): JsonObject {
  const patch = newObject();
  for (const [name, list] of Object.entries(fields)) patch[name] = list.length > 0 ? list : null;
  return patch;
}

async function resultOf(request: Promise<unknown>): Promise<Result> {
  try {
    await request;
    return 'done';
  } catch (error) {
    if (isObjectNotFound(error)) return 'gone';
    if (isConflict(error)) return 'changed';
    throw error;
  }
}

/** Attempts of a change on newer versions. */
const ATTEMPTS = 5;

/** Patches metadata, on a newer version if needed. Does nothing if `change` returns undefined. */
export async function patchMetadata(
  api: ObjectApi,
  object: GraphObject,
  change: (metadata: ObjectMeta) => MetadataFields | undefined,
): Promise<Result> {
  const coordinates = coordinatesOf(object);
  let { metadata } = object;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const fields = change(metadata);
    if (fields === undefined) return 'done';
    const result = await api.patch(coordinates, versionOf(metadata), fields);
    if (result !== 'changed') return result;
    const live = await api.get(coordinates);
    if (live === undefined || live.uid !== metadata.uid) return 'gone';
    metadata = live;
  }
  return 'changed';
}

/** Deletes an object, also in a newer version with the same owners and finalizers. */
export async function remove(api: ObjectApi, object: GraphObject, policy: Policy): Promise<Result> {
  const coordinates = coordinatesOf(object);
  const { metadata } = object;
  const result = await api.delete(coordinates, versionOf(metadata), policy);
  if (result !== 'changed') return result;
  const live = await api.get(coordinates);
  if (live === undefined || live.uid !== metadata.uid) return 'gone';
  if (!isDeepStrictEqual(deletionInputs(live), deletionInputs(metadata))) return 'changed';
  return api.delete(coordinates, versionOf(live), policy);
}

function versionOf({ uid = '', resourceVersion = '' }: ObjectMeta): Version {
  return { uid, resourceVersion };
}

/** The fields that a deletion is decided by. Cloned, since prototypes differ between parsers. */
function deletionInputs({ ownerReferences, finalizers }: ObjectMeta): unknown {
  return JSON.parse(JSON.stringify({ ownerReferences, finalizers }));
}
