import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import {
  duplicate,
  eachError,
  keyPath,
  tooMany,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

/** Validates the items of a list. The items of a list that is too long are not judged (Kubernetes' validateSlice). */
export function validateItems<Item>(
  items: readonly Item[],
  path: string,
  maxItems: number,
  check: (item: Item, path: string) => readonly FieldError[],
): FieldError[] {
  if (items.length > maxItems) return [tooMany(path, items.length, maxItems)];
  return eachError(items, (item, index) => check(item, keyPath(path, index)));
}

/** The same for a list whose items have distinct keys (Kubernetes' validateSet). */
export function validateSet<Item>(
  items: readonly Item[],
  path: string,
  maxItems: number,
  check: (item: Item, path: string) => readonly FieldError[],
  keyOf: (item: Item) => JsonValue,
): FieldError[] {
  if (items.length > maxItems) return [tooMany(path, items.length, maxItems)];
  return [...validateItems(items, path, maxItems, check), ...duplicates(items, path, keyOf)];
}

/** The errors of items whose key an earlier item has. */
export function duplicates<Item>(items: readonly Item[], path: string, keyOf: (item: Item) => JsonValue): FieldError[] {
  const seen = new Set<string>();
  return eachError(items, (item, index) => {
    const key = keyOf(item);
    const text = writeJson(key);
    if (seen.has(text)) return [duplicate(keyPath(path, index), key)];
    seen.add(text);
    return [];
  });
}

/**
 * Validates keys and values of a map; a map that is too large is not judged (Kubernetes' validateMap). Errors of keys
 * name the map. Paths of values shorten keys that are longer than `maxKey`.
 */
export function validateEntries<Value>(
  map: Readonly<Record<string, Value>>,
  path: string,
  { maxEntries = Infinity, maxKey }: { readonly maxEntries?: number; readonly maxKey: number },
  checkKey: (key: string, path: string) => readonly FieldError[],
  check: (value: Value, path: string) => readonly FieldError[] = () => [],
): FieldError[] {
  const entries = Object.entries(map);
  if (entries.length > maxEntries) return [tooMany(path, entries.length, maxEntries)];
  return eachError(entries, ([key, value]) => [
    ...checkKey(key, path),
    ...check(value, keyPath(path, shortened(key, maxKey))),
  ]);
}

const DOTS = '...';

function shortened(key: string, maxLength: number): string {
  if (key.length <= maxLength) return key;
  const kept = maxLength - DOTS.length;
  return key.slice(0, Math.floor((kept + 1) / 2)) + DOTS + key.slice(key.length - Math.floor(kept / 2));
}
