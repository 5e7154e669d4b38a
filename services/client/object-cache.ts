import { objectKey, type ApiObject } from './resource-type.js';

/** What has become of one object. */
export type Change<T> =
  | { readonly type: 'added'; readonly object: T }
  | { readonly type: 'modified'; readonly object: T; readonly previous: T }
  /** `object` is the last that is known of it. */
  | { readonly type: 'deleted'; readonly object: T };

export type ObjectMap<T> = Map<string, T>;

/** Puts an object into the map, and tells what that changes: nothing where this version of it is there already. */
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

/** Takes an object out of the map; `object` is as it was last. */
export function remove<T extends ApiObject>(objects: ObjectMap<T>, object: T): Change<T>[] {
  return objects.delete(objectKey(object)) ? [{ type: 'deleted', object }] : [];
}

/** Makes the map hold `items` and nothing else, and tells every difference: deletions first. */
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
