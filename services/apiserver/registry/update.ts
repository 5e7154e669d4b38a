import { type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { conflict, notFound } from '@pilothouse/apimachinery/status/status-error.js';
import type { Entry } from '../storage/store.js';
import type { PartSubresource, Strategy } from './definition.js';
import { objectKey } from './keys.js';
import type { Resource } from './resource.js';
import { isRemovable } from './termination.js';
import { validateMetadataUpdate } from './validate-metadata.js';
import { isSame, refuseInvalid, refusingTooLarge, unstored, writeOptions, type WriteRequest } from './write.js';

export interface UpdateRequest extends WriteRequest {
  readonly name: string;
  /** The part that is written; the main resource when absent. */
  readonly subresource?: PartSubresource;
  /**
   * Makes the wanted object, decoded, from the live one. Runs anew when another writer came first; an object that names
   * a resourceVersion of its own is then refused. Must not change what it is given.
   */
  readonly change: (live: JsonObject) => JsonObject | Promise<JsonObject>;
}

const MODIFIED = 'the object has been modified; please apply your changes to the latest version and try again';

/**
 * Replaces an object by what `change` makes of it. A change to nothing writes nothing; one that takes the last finalizer
 * from a terminating object removes it. Throws NotFound, Conflict, Invalid, or admission's no.
 */
export async function updateObject(resource: Resource, request: UpdateRequest): Promise<Entry> {
  const { definition, store, groupResource } = resource;
  const { name, namespace, signal } = request;
  const key = objectKey(definition, namespace, name);
  let { entry } = await store.get(key, { signal });
  for (;;) {
    if (entry === undefined) throw notFound(groupResource, name);
    signal.throwIfAborted();
    const { object, value } = await prepare(resource, entry, request);
    const removable = isRemovable(definition, object);
    if (request.dryRun || (!removable && isSame(value, entry.value))) {
      return unstored(key, value, entry.revision);
    }
    const result = removable
      ? await store.delete(key, entry.revision)
      : await refusingTooLarge(store.update(key, value, entry.revision, writeOptions(definition)));
    if (result.ok) return { key, value, revision: result.revision };
    entry = result.current;
  }
}

/** What is to be written over `entry`, once everybody who has a say agrees. */
async function prepare(
  resource: Resource,
  entry: Entry,
  request: UpdateRequest,
): Promise<{ readonly object: JsonObject; readonly value: Uint8Array }> {
  const { definition, validate } = resource;
  const { strategy } = definition;
  const old = resource.stored.decode(entry);
  const object = await request.change(old);
  refuseInvalid(resource, object, missingVersion(strategy, object));
  checkVersion(resource, request.name, object, old);
  await request.admission.mutate(object, old);
  keepServerMetadata(object, old);
  const rules = request.subresource ?? strategy;
  rules.prepareForUpdate?.(object, old);
  refuseInvalid(resource, object, [
    ...validateMetadataUpdate(object, old),
    ...validate(object, old),
    ...(rules.validate?.(object, old) ?? []),
  ]);
  await request.admission.validate(object, old);
  return { object, value: resource.stored.encode(object) };
}

/** Kubernetes shows the number as it stands in its own code. */
function missingVersion({ updateNeedsVersion }: Strategy, object: JsonObject): FieldError[] {
  const { resourceVersion = '0' } = metadataOf(object);
  if (updateNeedsVersion !== true || resourceVersion !== '0') return [];
  const message = 'Invalid value: 0x0: must be specified for an update';
  return [{ reason: 'FieldValueInvalid', field: 'metadata.resourceVersion', message }];
}

/** Throws 409 where the client wants another version, or another object of the same name, than the live one. */
function checkVersion({ groupResource }: Resource, name: string, object: JsonObject, old: JsonObject): void {
  const { uid, resourceVersion } = metadataOf(object);
  const live = metadataOf(old);
  if (uid !== undefined && uid !== live.uid) {
    const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${live.uid ?? ''}`;
    throw conflict(groupResource, name, why);
  }
  if (resourceVersion === undefined || resourceVersion === '0' || resourceVersion === live.resourceVersion) return;
  throw conflict(groupResource, name, MODIFIED);
}

/** Keeps what only the server sets. What may not change at all is left for validation to refuse. */
function keepServerMetadata(object: JsonObject, old: JsonObject): void {
  const metadata = metadataOf(object);
  const live = metadataOf(old);
  delete metadata.selfLink;
  delete metadata.clusterName;
  metadata.uid ??= live.uid ?? '';
  for (const field of ['creationTimestamp', 'deletionTimestamp'] as const) {
    if (live[field] !== undefined) metadata[field] = live[field];
  }
  if (live.generation === undefined) delete metadata.generation;
  else metadata.generation = live.generation;
  if (live.deletionGracePeriodSeconds !== undefined) {
    metadata.deletionGracePeriodSeconds ??= live.deletionGracePeriodSeconds;
  }
}
