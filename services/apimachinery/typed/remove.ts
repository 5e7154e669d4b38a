import { canonicalJson } from '../fieldpath/canonical.js';
import type { PathSet } from '../fieldpath/path-set.js';
import { isObject, newObject, type JsonArray, type JsonObject, type JsonValue } from '../json/value.js';
import { memberOf, type ListType, type ObjectType, type Type } from './type.js';
import { itemElement, kindOf } from './value.js';

/**
 * Removes the members and items in the set with their content. Containers that are not in the set stay, even when
 * empty, and so do the keys of an item. Returns `value` itself if nothing changes.
 */
export function removeItems(type: Type, value: JsonValue, set: PathSet): JsonValue {
  if (set.children.size === 0) return value;
  const kind = kindOf(type, value);
  if (kind === 'object' && type.object?.atomic === false && isObject(value)) {
    return removeMembers(type.object, value, set);
  }
  if (kind === 'list' && type.list !== undefined && type.list.relation !== 'atomic' && Array.isArray(value)) {
    return removeFromList(type.list, value, set);
  }
  return value;
}

function removeMembers(
  type: ObjectType,
  object: JsonObject,
  set: PathSet,
  isKept?: (name: string, value: JsonValue) => boolean,
): JsonObject {
  const result = newObject();
  let isChanged = false;
  for (const name of Object.keys(object)) {
    const value = object[name] ?? null;
    const member = memberOf(type, name);
    const child = isKept?.(name, value) === true ? undefined : set.children.get(member.element);
    const rest = child === undefined ? value : removeItems(member.type, value, child);
    isChanged ||= rest !== value || child?.owned === true;
    if (child?.owned !== true) result[name] = rest;
  }
  return isChanged ? result : object;
}

function removeFromList(type: ListType, list: JsonArray, set: PathSet): JsonArray {
  const result: JsonArray = [];
  for (const [index, item] of list.entries()) {
    const child = set.children.get(itemElement(type, item, index));
    if (child === undefined) result.push(item);
    else if (!child.owned) result.push(removeFromItem(type, item, child));
  }
  const isSame = result.length === list.length && result.every((item, index) => item === list[index]);
  return isSame ? list : result;
}

/** A remaining item keeps its identity, so only keys that equal their default may be removed. */
function removeFromItem({ items, keys }: ListType, item: JsonValue, set: PathSet): JsonValue {
  if (items.object?.atomic !== false || !isObject(item)) return removeItems(items, item, set);
  return removeMembers(items.object, item, set, (name, value) =>
    keys.some((key) => key.name === name && key.default !== canonicalJson(value)),
  );
}
