import type { PathElement } from '../fieldpath/element.js';
import { EMPTY, equalSets, isEmpty, LEAF, pathSet, type PathSet } from '../fieldpath/path-set.js';
import { isObject, type JsonArray, type JsonObject, type JsonValue } from '../json/value.js';
import { memberOf, type ListType, type ObjectType, type Type } from './type.js';
import { itemElement, kindOf } from './value.js';

/**
 * The fields that a manager who applies `value` owns: every leaf, list item and map entry. Structs and lists are owned
 * through their content; an empty object is owned itself.
 */
export function fieldSet(type: Type, value: JsonValue): PathSet {
  return pathSet(false, visit(type, value).children);
}

function visit(type: Type, value: JsonValue): PathSet {
  if (type.object === undefined && type.list === undefined) return LEAF;
  const kind = kindOf(type, value);
  if (kind === 'object' && type.object !== undefined) {
    if (type.object.atomic) return LEAF;
    return isObject(value) ? members(type.object, value) : EMPTY;
  }
  if (kind === 'list' && type.list !== undefined) {
    if (type.list.relation === 'atomic') return LEAF;
    return Array.isArray(value) ? items(type.list, value) : EMPTY;
  }
  return LEAF;
}

function members(type: ObjectType, object: JsonObject): PathSet {
  const children = new Map<PathElement, PathSet>();
  for (const name of Object.keys(object)) {
    const value = object[name] ?? null;
    const member = memberOf(type, name);
    const below = visit(member.type, value);
    const isBareObject = isEmpty(below) && isObject(value) && Object.keys(value).length === 0;
    const owned = !type.fields.has(name) || value === null || isBareObject;
    const child = owned ? pathSet(true, below.children) : below;
    if (!isEmpty(child)) children.set(member.element, child);
  }
  return pathSet(false, children);
}

/** Content of duplicate items has no owner. Interns sets, because siblings mostly have the same fields. */
function items(type: ListType, list: JsonArray): PathSet {
  const children = new Map<PathElement, PathSet>();
  let last = LEAF;
  for (let index = 0; index < list.length; index++) {
    const item = list[index] ?? null;
    const element = itemElement(type, item, index);
    const set = pathSet(true, visit(type.items, item).children);
    if (!equalSets(set, last)) last = set;
    children.set(element, children.has(element) ? LEAF : last);
  }
  return pathSet(false, children);
}

/** Every path of a value, containers included: all that is added or removed with it. */
export function everyPath(type: Type, value: JsonValue): PathSet {
  if (typeof value !== 'object') return LEAF;
  const kind = kindOf(type, value);
  const children = new Map<PathElement, PathSet>();
  if (kind === 'object' && type.object?.atomic === false && isObject(value)) {
    for (const name of Object.keys(value)) {
      const member = memberOf(type.object, name);
      children.set(member.element, everyPath(member.type, value[name] ?? null));
    }
  } else if (kind === 'list' && type.list !== undefined && type.list.relation !== 'atomic' && Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const element = itemElement(type.list, item, index);
      children.set(element, children.has(element) ? LEAF : everyPath(type.list.items, item));
    }
  }
  return pathSet(true, children);
}
