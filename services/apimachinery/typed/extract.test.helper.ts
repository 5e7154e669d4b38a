import type { PathSet } from '../fieldpath/path-set.js';
import { isObject, newObject, type JsonArray, type JsonObject, type JsonValue } from '../json/value.js';
import { memberOf, type ListType, type ObjectType, type Type } from './type.js';
import { itemElement, kindOf } from './value.js';

/** The part of a value in the set, plus the keys of every item: applying it as the owner of the set changes nothing. */
export function extractItems(type: Type, value: JsonValue, set: PathSet): JsonValue {
  const kind = kindOf(type, value);
  if (kind === 'object' && type.object?.atomic === false && isObject(value)) {
    return extractMembers(type.object, value, set, []);
  }
  if (kind === 'list' && type.list !== undefined && type.list.relation !== 'atomic' && Array.isArray(value)) {
    return extractFromList(type.list, value, set);
  }
  return value;
}

function extractMembers(type: ObjectType, object: JsonObject, set: PathSet, keys: readonly string[]): JsonObject {
  const result = newObject();
  for (const name of Object.keys(object)) {
    const value = object[name] ?? null;
    const member = memberOf(type, name);
    const child = set.children.get(member.element);
    if (child !== undefined) result[name] = extractItems(member.type, value, child);
    else if (keys.includes(name)) result[name] = value;
  }
  return result;
}

/** A whole list that is in the set without any item, as for a list that was atomic. */
function extractFromList(type: ListType, list: JsonArray, set: PathSet): JsonArray {
  if (set.owned && set.children.size === 0) return list;
  const keys = type.keys.map(({ name }) => name);
  return list.flatMap((item, index): JsonValue[] => {
    const child = set.children.get(itemElement(type, item, index));
    if (child === undefined) return [];
    const { object } = type.items;
    if (object?.atomic === false && isObject(item)) return [extractMembers(object, item, child, keys)];
    return [extractItems(type.items, item, child)];
  });
}
