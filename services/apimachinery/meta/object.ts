import type { ObjectMeta } from '../generated/meta/v1.js';
import { copyObject, isObject, newObject, type JsonObject } from '../json/value.js';

/**
 * The metadata of a decoded object, for reading and for changing in place. The one place where JSON that a decoder has
 * normalised is taken for its type; an object without metadata is given one.
 */
export function metadataOf(object: JsonObject): ObjectMeta {
  const metadata = object['metadata'];
  if (isObject(metadata)) return metadata;
  const created = newObject();
  object['metadata'] = created;
  return created;
}

/** A copy of `object` whose metadata can be changed without changing that of the original. */
export function withOwnMetadata(object: JsonObject): JsonObject {
  const copy = copyObject(object);
  if (isObject(copy['metadata'])) copy['metadata'] = copyObject(copy['metadata']);
  return copy;
}

/** The struct under `name`, such as `spec`; an empty one where it is absent. Not for changing. */
export function structOf(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isObject(value) ? value : newObject();
}
