import type { Client } from '@pilothouse/client/client.js';
import type { Collection } from '@pilothouse/client/collection.js';
import type { DiscoveredType } from '@pilothouse/client/discovery.js';
import type { ApiObject } from '@pilothouse/client/resource-type.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';

/** Whether the objects of a type are content of namespaces that can be found and deleted. */
export function isDeletable({ type, verbs }: DiscoveredType): boolean {
  return type.scope === 'Namespaced' && verbs.includes('list') && verbs.includes('delete');
}

/**
 * Deletes everything of one type in a namespace. Resolves to whether nothing is left; finalizers can make objects stay.
 * A type that is no longer served has nothing left.
 */
export async function deleteContent(
  client: Client,
  { type, verbs }: DiscoveredType,
  { namespace, signal }: { readonly namespace: string; readonly signal: AbortSignal },
): Promise<boolean> {
  if (type.scope === 'Cluster') return true;
  const collection = client.of(type).namespace(namespace);
  try {
    if (verbs.includes('deletecollection'))
      await collection.deleteCollection({ propagationPolicy: 'Background', signal });
    else await deleteEach(collection, signal);
    const { items, continue: more } = await collection.list({ limit: 1, signal });
    return items.length === 0 && more === undefined;
  } catch (error) {
    if (isNotFound(error)) return true;
    throw error;
  }
}

async function deleteEach(collection: Collection<ApiObject>, signal: AbortSignal): Promise<void> {
  for await (const { items } of collection.pages({ signal })) {
    for (const { metadata } of items) {
      const { name = '', uid, deletionTimestamp } = metadata;
      if (deletionTimestamp !== undefined) continue;
      const preconditions = uid === undefined ? {} : { uid };
      await collection
        .delete(name, { preconditions, propagationPolicy: 'Background', signal })
        .catch((error: unknown) => {
          if (!isNotFound(error)) throw error;
        });
    }
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof StatusError && error.reason === 'NotFound';
}
