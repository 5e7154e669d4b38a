import { deepCopy, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { conflict, notFound } from '@pilothouse/apimachinery/status/status-error.js';
import type { Entry } from '../storage/store.js';
import { objectKey } from './keys.js';
import type { Resource } from './resource.js';
import { beginTermination, isUnheld } from './termination.js';
import { unstored, type WriteRequest } from './write.js';

export interface DeleteRequest extends WriteRequest {
  readonly name: string;
  readonly preconditions: Preconditions;
}

/** What must hold of the live object; a client's DeleteOptions. */
export interface Preconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

export interface DeleteResult {
  /** The object as it was last, or as it is now when it is terminating. */
  readonly entry: Entry;
  /** False when something still holds it back. */
  readonly removed: boolean;
}

/**
 * Deletes an object at once, or makes it terminating when something holds it back; deleting it again then changes
 * nothing. Throws NotFound, Conflict, or admission's no.
 */
export async function deleteObject(resource: Resource, request: DeleteRequest): Promise<DeleteResult> {
  const { definition, store, groupResource, environment } = resource;
  const { name, namespace, signal, dryRun } = request;
  const key = objectKey(definition, namespace, name);
  let { entry } = await store.get(key, { signal });
  for (;;) {
    if (entry === undefined) throw notFound(groupResource, name);
    signal.throwIfAborted();
    const live = resource.stored.decode(entry);
    checkPreconditions(resource, name, live, request.preconditions);
    await request.admission.validate(undefined, live);
    const removed = isUnheld(definition, live);
    if (removed) {
      const result = dryRun ? undefined : await store.delete(key, entry.revision);
      if (result === undefined || result.ok) return { entry, removed };
      entry = result.current;
      continue;
    }
    if (metadataOf(live).deletionTimestamp !== undefined) return { entry, removed };
    const terminating = deepCopy(live);
    beginTermination(definition, terminating, environment.now());
    const value = resource.stored.encode(terminating);
    if (dryRun) return { entry: unstored(key, value, entry.revision), removed };
    const result = await store.update(key, value, entry.revision);
    if (result.ok) return { entry: { key, value, revision: result.revision }, removed };
    entry = result.current;
  }
}

function checkPreconditions({ groupResource }: Resource, name: string, live: JsonObject, wanted: Preconditions): void {
  const { uid = '', resourceVersion = '' } = metadataOf(live);
  if (wanted.uid !== undefined && wanted.uid !== uid) {
    const why = `Precondition failed: UID in precondition: ${wanted.uid}, UID in object meta: ${uid}`;
    throw conflict(groupResource, name, why);
  }
  if (wanted.resourceVersion !== undefined && wanted.resourceVersion !== resourceVersion) {
    const why = `Precondition failed: ResourceVersion in precondition: ${wanted.resourceVersion}, ResourceVersion in object meta: ${resourceVersion}`;
    throw conflict(groupResource, name, why);
  }
}
