import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { conflict, notFound } from '@pilothouse/apimachinery/status/status-error.js';
import type { Entry } from '@pilothouse/storage/store.js';
import { objectKey } from './keys.js';
import type { Resource } from './resource.js';
import { deletionStep, type Deletion } from './termination.js';
import { refusingTooLarge, unstored, writeOptions, type WriteRequest } from './write.js';

export interface DeleteRequest extends WriteRequest {
  readonly name: string;
  readonly preconditions: Preconditions;
  readonly deletion: Deletion;
}

/** Preconditions of a delete, from a client's DeleteOptions. */
export interface Preconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

export interface DeleteResult {
  /** The last state of the removed object, at the revision of its removal, or the terminating object. */
  readonly entry: Entry;
  /** False if finalizers or a grace period keep the object. */
  readonly removed: boolean;
}

/**
 * Deletes an object, or makes it terminating if something keeps it. A repeated delete can only shorten the grace
 * period. Throws NotFound, Conflict, or admission's refusal.
 */
export async function deleteObject(resource: Resource, request: DeleteRequest): Promise<DeleteResult> {
  const { definition, store, groupResource, environment } = resource;
  const { name, namespace, signal, trace, dryRun, deletion } = request;
  const key = objectKey(definition, namespace, name);
  const claim = resource.claims?.begin(request);
  let { entry } = await store.get(key, { signal, trace });
  for (;;) {
    if (entry === undefined) throw notFound(groupResource, name);
    signal.throwIfAborted();
    const live = resource.stored.decode(entry);
    checkPreconditions(resource, live, request.preconditions);
    await request.admission.validate(undefined, live);
    const step = deletionStep(definition, live, deletion, environment.now());
    if (step.type === 'none') return { entry, removed: false };
    if (step.type === 'remove') {
      const joined = dryRun ? [] : ((await claim?.release(live)) ?? []);
      const result = dryRun ? undefined : await store.delete(key, entry.revision, { trace, joined });
      if (result === undefined) return { entry, removed: true };
      if (result.ok) return { entry: { ...entry, revision: result.revision }, removed: true };
      entry = result.current;
      await claim?.refresh();
      continue;
    }
    const value = resource.stored.encode(step.object);
    if (dryRun || Buffer.compare(value, entry.value) === 0) {
      return { entry: unstored(key, value, entry.revision), removed: false };
    }
    const result = await refusingTooLarge(
      store.update(key, value, entry.revision, { ...writeOptions(definition), trace }),
    );
    if (result.ok) return { entry: { key, value, revision: result.revision }, removed: false };
    entry = result.current;
  }
}

/** With Kubernetes' text, which here names the kind instead of the resource. */
function checkPreconditions({ definition, kind }: Resource, live: JsonObject, wanted: Preconditions): void {
  const { name = '', uid = '', resourceVersion = '' } = metadataOf(live);
  const refuse = (what: string, expected: string, actual: string, why: string): never => {
    const text = `the ${what} in the precondition (${expected}) does not match the ${what} in record (${actual}). The object might have been ${why}`;
    throw conflict({ group: definition.group, resource: kind }, name, text);
  };
  if (wanted.uid !== undefined && wanted.uid !== uid) refuse('UID', wanted.uid, uid, 'deleted and then recreated');
  if (wanted.resourceVersion !== undefined && wanted.resourceVersion !== resourceVersion) {
    refuse('ResourceVersion', wanted.resourceVersion, resourceVersion, 'modified');
  }
}
