import { objectKey, type ApiObject } from './resource-type.js';

/** A change of one object. */
export type Change<T> =
  | { readonly type: 'added'; readonly object: T }
  | { readonly type: 'modified'; readonly object: T; readonly previous: T }
  /** `object` is its last known state. */
  | { readonly type: 'deleted'; readonly object: T };

export type ObjectMap<T> = Map<string, T>;

/** Adds or replaces an object and returns the changes. The same version is no change. */
export function put<T extends ApiObject>(objects: ObjectMap<T>, object: T): Change<T>[] {
  const key = objectKey(object);
  const previous = objects.get(key);
  objects.set(key, object);
  if (previous === undefined) return [{ type: 'added', object }];
  if (previous.metadata.uid !== object.metadata.uid) {
    return [
      { type: 'deleted', object: previous },
      { type: 'added', object },
    ];
  }
  if (previous.metadata.resourceVersion === object.metadata.resourceVersion) return [];
  return [{ type: 'modified', object, previous }];
}

/** Removes an object; `object` is its last state. */
export function remove<T extends ApiObject>(objects: ObjectMap<T>, object: T): Change<T>[] {
  return objects.delete(objectKey(object)) ? [{ type: 'deleted', object }] : [];
}

/** Replaces the content of the map and returns the differences, deletions first. */
export function replaceAll<T extends ApiObject>(objects: ObjectMap<T>, items: readonly T[]): Change<T>[] {
  const kept = new Set(items.map(objectKey));
  const changes: Change<T>[] = [];
  for (const [key, object] of objects) {
    if (kept.has(key)) continue;
    objects.delete(key);
    changes.push({ type: 'deleted', object });
  }
  for (const item of items) changes.push(...put(objects, item));
  return changes;
}
