import { isDeepStrictEqual } from 'node:util';
import type { ObjectMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Client } from '@pilothouse/client/client.js';
import type { Collection } from '@pilothouse/client/collection.js';
import type { DeleteOptions } from '@pilothouse/client/options.js';
import type { ApiObject } from '@pilothouse/client/resource-type.js';
import { absent, isConflict, isObjectNotFound } from '../refusals.js';
import { placeOf, type GraphObject, type Place } from './object.js';

export type Policy = NonNullable<DeleteOptions['propagationPolicy']>;

/** What came of a request to change an object: there is none of that uid any more, or it is another version by now. */
export type Result = 'done' | 'gone' | 'changed';

/** The object that is meant, as it was when it was looked at. */
export interface Version {
  readonly uid: string;
  readonly resourceVersion: string;
}

/** What the collector asks of the API. Errors other than those of {@link Result} are thrown. */
export interface ObjectApi {
  /** Undefined where there is no such object. */
  readonly get: (place: Place) => Promise<ObjectMeta | undefined>;
  readonly delete: (place: Place, version: Version, policy: Policy) => Promise<Result>;
  /** Changes these fields of the metadata. */
  readonly patch: (place: Place, version: Version, fields: MetadataFields) => Promise<Result>;
}

/** What the collector changes in objects. */
export type MetadataFields = Pick<ObjectMeta, 'ownerReferences' | 'finalizers'>;

export function objectApi(client: Client, signal: AbortSignal): ObjectApi {
  const at = ({ type, namespace }: Place): Collection<ApiObject> =>
    type.scope === 'Cluster' ? client.of(type) : client.of(type).namespace(namespace);
  return {
    get: async (place) => (await absent(at(place).get(place.name, { signal }), isObjectNotFound))?.metadata,
    delete: (place, preconditions, propagationPolicy) =>
      resultOf(at(place).delete(place.name, { preconditions, propagationPolicy, signal })),
    patch: (place, version, fields) => {
      const value = Object.assign(newObject(), { metadata: { ...version, ...fieldsOf(fields) } });
      return resultOf(at(place).patch(place.name, { type: 'merge', value }, { signal }));
    },
  };
}

/** As a merge patch has them. An empty list is no list. */
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

/** How often a change is tried on ever newer versions. */
const ATTEMPTS = 5;

/** Changes metadata, if need be of a newer version than the one at hand; nothing where `change` says nothing. */
export async function amend(
  api: ObjectApi,
  object: GraphObject,
  change: (metadata: ObjectMeta) => MetadataFields | undefined,
): Promise<Result> {
  const place = placeOf(object);
  let { metadata } = object;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const fields = change(metadata);
    if (fields === undefined) return 'done';
    const result = await api.patch(place, versionOf(metadata), fields);
    if (result !== 'changed') return result;
    const live = await api.get(place);
    if (live === undefined || live.uid !== metadata.uid) return 'gone';
    metadata = live;
  }
  return 'changed';
}

/** Deletes an object, also where it has changed in what the decision to do so does not depend on. */
export async function remove(api: ObjectApi, object: GraphObject, policy: Policy): Promise<Result> {
  const place = placeOf(object);
  const { metadata } = object;
  const result = await api.delete(place, versionOf(metadata), policy);
  if (result !== 'changed') return result;
  const live = await api.get(place);
  if (live === undefined || live.uid !== metadata.uid) return 'gone';
  if (!isDeepStrictEqual(groundsOf(live), groundsOf(metadata))) return 'changed';
  return api.delete(place, versionOf(live), policy);
}

function versionOf({ uid = '', resourceVersion = '' }: ObjectMeta): Version {
  return { uid, resourceVersion };
}

/** What the decision to delete an object rests on, without prototypes, which tell objects of different parsers apart. */
function groundsOf({ ownerReferences, finalizers }: ObjectMeta): unknown {
  return JSON.parse(JSON.stringify({ ownerReferences, finalizers }));
}
