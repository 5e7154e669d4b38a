import { setImmediate as nextTurn } from 'node:timers/promises';
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

/** Objects that are compared in one turn of the event loop. */
const AT_ONCE = 500;

/**
 * Makes the content of the map that of `items`, and yields each difference once the map has it, deletions first. Other work has a
 * turn of the event loop after some hundreds of objects. Throws when the signal is aborted.
 */
export async function* replaceAll<T extends ApiObject>(
  objects: ObjectMap<T>,
  items: ReadonlyMap<string, T>,
  signal: AbortSignal,
): AsyncGenerator<Change<T>, void, undefined> {
  let compared = 0;
  for (const changes of differences(objects, items)) {
    for (const change of changes) yield change;
    if (++compared % AT_ONCE > 0) continue;
    await nextTurn();
    signal.throwIfAborted();
  }
}

/** The changes of one object after the other, which are made when they are read. */
function* differences<T extends ApiObject>(
  objects: ObjectMap<T>,
  items: ReadonlyMap<string, T>,
): Generator<readonly Change<T>[]> {
  for (const [key, object] of objects) yield items.has(key) ? [] : remove(objects, object);
  for (const item of items.values()) yield put(objects, item);
}
