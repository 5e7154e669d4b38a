import type { Client } from '@pilothouse/client/client.js';
import type { Collection } from '@pilothouse/client/collection.js';
import type { DiscoveredType } from '@pilothouse/client/discover.js';
import type { ApiObject, NamespacedType, ResourceType } from '@pilothouse/client/resource-type.js';
import { undefinedIfNotFound } from '../api-errors.js';

/** The remaining objects of one type after the deletion of a namespace's content. */
export interface Leftover {
  readonly type: ResourceType;
  /** The number of objects; never 0. */
  readonly count: number;
  /** The number of objects of each finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
  /** End of the last grace period in milliseconds since 1970; 0 if there is none. */
  readonly gracefulUntil: number;
}

/** The namespace and the signal of a deletion. */
export interface DeletionScope {
  readonly namespace: string;
  readonly signal: AbortSignal;
}

/** Whether the objects of a type are namespaced and can be listed and deleted. */
export function isDeletable({ type, verbs }: DiscoveredType): boolean {
  return type.scope === 'Namespaced' && verbs.includes('list') && verbs.includes('delete');
}

/**
 * Deletes all objects of one type in a namespace. Resolves to what remains, for example because of finalizers, or to undefined. A
 * type that is no longer served leaves nothing.
 */
export async function deleteContent(
  client: Client,
  { type, verbs }: DiscoveredType,
  scope: DeletionScope,
): Promise<Leftover | undefined> {
  if (type.scope === 'Cluster') return undefined;
  return undefinedIfNotFound(emptied(client, { type, verbs }, scope));
}

async function emptied(
  client: Client,
  { type, verbs }: DiscoveredType & { readonly type: NamespacedType },
  { namespace, signal }: DeletionScope,
): Promise<Leftover | undefined> {
  const metadata = client.metadataOf(type, namespace);
  // A namespace has no objects of most types.
  if ((await metadata.list({ limit: 1, signal })).items.length === 0) return undefined;
  const collection = client.of(type).namespace(namespace);
  if (verbs.includes('deletecollection'))
    await collection.deleteCollection({ propagationPolicy: 'Background', signal });
  else for await (const { items } of metadata.pages({ signal })) await deleteEach(items, collection, signal);
  const finalizers = new Map<string, number>();
  let count = 0;
  let gracefulUntil = 0;
  for await (const { items } of metadata.pages({ signal })) {
    count += items.length;
    for (const object of items) {
      gracefulUntil = Math.max(gracefulUntil, endOf(object));
      for (const name of object.metadata.finalizers ?? []) finalizers.set(name, (finalizers.get(name) ?? 0) + 1);
    }
  }
  return count === 0 ? undefined : { type, count, finalizers, gracefulUntil };
}

/** End of an object's grace period; 0 without one. */
function endOf({ metadata: { deletionTimestamp, deletionGracePeriodSeconds = 0 } }: ApiObject): number {
  return deletionTimestamp === undefined || deletionGracePeriodSeconds <= 0 ? 0 : Date.parse(deletionTimestamp);
}

async function deleteEach(
  objects: readonly ApiObject[],
  collection: Collection<ApiObject>,
  signal: AbortSignal,
): Promise<void> {
  for (const { metadata } of objects) {
    const { name = '', uid, deletionTimestamp } = metadata;
    if (deletionTimestamp !== undefined) continue;
    const preconditions = uid === undefined ? {} : { uid };
    await undefinedIfNotFound(collection.delete(name, { preconditions, propagationPolicy: 'Background', signal }));
  }
}
