import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
/** Whether the objects of a type are content of namespaces that can be found and deleted. */
export function isDeletable({ type, verbs }) {
  return type.scope === 'Namespaced' && verbs.includes('list') && verbs.includes('delete');
}
/**
 * Deletes everything of one type in a namespace. Resolves to whether nothing is left; finalizers can make objects stay.
 * A type that is no longer served has nothing left.
 */
export async function deleteContent(client, { type, verbs }, { namespace, signal }) {
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
async function deleteEach(collection, signal) {
  for await (const { items } of collection.pages({ signal })) {
    for (const { metadata } of items) {
      const { name = '', uid, deletionTimestamp } = metadata;
      if (deletionTimestamp !== undefined) continue;
      const preconditions = uid === undefined ? {} : { uid };
      await collection.delete(name, { preconditions, propagationPolicy: 'Background', signal }).catch((error) => {
        if (!isNotFound(error)) throw error;
      });
    }
  }
}
export function isNotFound(error) {
  return error instanceof StatusError && error.reason === 'NotFound';
}
//# sourceMappingURL=content.js.map
