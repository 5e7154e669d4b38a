import { invalid } from '@pilothouse/apimachinery/status/field-error.js';
import { invalidObject } from '@pilothouse/apimachinery/status/status-error.js';
import type { Entry } from '@pilothouse/storage/store.js';
import { objectKey } from './keys.js';
import type { Resource } from './resource.js';
import type { WriteRequest } from './write.js';

/** The field of DeleteOptions that asks for this. */
export const IGNORES_UNREADABLE = 'ignoreStoreReadErrorWithClusterBreakingPotential';

/**
 * Deletes an object that cannot be read from the store, such as one whose encryption key is lost: without preconditions, admission,
 * finalizers and dependents, which need the object. Throws 422 if the object can be read, or does not exist, as Kubernetes does.
 */
export async function deleteUnreadable(
  resource: Resource,
  { name, namespace, signal }: Pick<WriteRequest, 'namespace' | 'signal'> & { readonly name: string },
): Promise<void> {
  const { definition, store } = resource;
  const key = objectKey(definition, namespace, name);
  let { entry } = await store.get(key, { signal });
  for (;;) {
    if (entry === undefined || isReadable(resource, entry)) throw readable(resource, name);
    const result = await store.delete(key, entry.revision);
    if (result.ok || result.current === undefined) return;
    entry = result.current;
  }
}

function isReadable({ stored }: Resource, entry: Entry): boolean {
  try {
    stored.decode(entry);
    return true;
  } catch {
    return false;
  }
}

function readable({ definition: { group, resource } }: Resource, name: string): Error {
  const why = 'is exclusively used to delete corrupt object(s), try again by removing this option';
  return invalidObject({ group, kind: resource }, name, [invalid(IGNORES_UNREADABLE, true, why)]);
}
