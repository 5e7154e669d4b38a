import type { Client } from '@pilothouse/client/client.js';
import type { Collection } from '@pilothouse/client/collection.js';
import type { DiscoveredType } from '@pilothouse/client/discovery.js';
import type { ApiObject, NamespacedType, ResourceType } from '@pilothouse/client/resource-type.js';
import { absent } from '../refusals.js';

/** What is left of one type in a namespace after everything was to be deleted. */
export interface Leftover {
  readonly type: ResourceType;
  /** How many objects there are; never 0. */
  readonly count: number;
  /** How many objects each finalizer holds. */
  readonly finalizers: ReadonlyMap<string, number>;
  /** When the last of the objects that are given time to end is to be gone, in milliseconds since 1970; 0 where none is. */
  readonly gracefulUntil: number;
}

/** Where, and until when. */
export interface Place {
  readonly namespace: string;
  readonly signal: AbortSignal;
}

/** Whether the objects of a type are content of namespaces that can be found and deleted. */
export function isDeletable({ type, verbs }: DiscoveredType): boolean {
  return type.scope === 'Namespaced' && verbs.includes('list') && verbs.includes('delete');
}

/**
 * Deletes everything of one type in a namespace. Resolves to what is left all the same, since finalizers can make objects
 * stay, or to undefined. A type that is no longer served has nothing left.
 */
export async function deleteContent(
  client: Client,
  { type, verbs }: DiscoveredType,
  place: Place,
): Promise<Leftover | undefined> {
  if (type.scope === 'Cluster') return undefined;
  return absent(emptied(client, { type, verbs }, place));
}

async function emptied(
  client: Client,
  { type, verbs }: DiscoveredType & { readonly type: NamespacedType },
  { namespace, signal }: Place,
): Promise<Leftover | undefined> {
  const metadata = client.metadataOf(type, namespace);
  // Of most types a namespace has nothing.
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

/** When an object that is given time to end is to be gone; 0 for any other. */
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
    await absent(collection.delete(name, { preconditions, propagationPolicy: 'Background', signal }));
  }
}
