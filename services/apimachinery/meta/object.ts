import type { ObjectMeta } from '../generated/meta/v1.js';
import { copyObject, isObject, newObject, type JsonObject } from '../json/value.js';

/**
 * The metadata of a decoded object, for reading and modification. The only place that casts decoded JSON to its type.
 * Adds metadata to an object without.
 */
export function metadataOf(object: JsonObject): ObjectMeta {
  const metadata = object['metadata'];
  if (isObject(metadata)) return metadata;
  const created = newObject();
  object['metadata'] = created;
  return created;
}

/** A copy of `object` whose metadata can be modified independently. */
export function withOwnMetadata(object: JsonObject): JsonObject {
  const copy = copyObject(object);
  if (isObject(copy['metadata'])) copy['metadata'] = copyObject(copy['metadata']);
  return copy;
}

/** The struct `name`, such as `spec`; an empty one if it is absent. Read-only. */
export function structOf(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isObject(value) ? value : newObject();
}
