import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { collectionPrefix } from './keys.js';
import type { Resource } from './resource.js';

/** Reads all objects of a resource, or of one namespace of it. The result includes every acknowledged write. */
export async function everyObject(
  { definition, store, stored }: Resource,
  { namespace = '', signal }: { readonly namespace?: string; readonly signal: AbortSignal },
): Promise<JsonObject[]> {
  const { entries } = await store.list(collectionPrefix(definition, namespace), { signal });
  return entries.map((entry) => stored.decode(entry));
}
