import { isObject, newObject, type JsonObject, type JsonValue } from '../json/value.js';
import { malformed, readElement, type PathElement } from './element.js';
import { inOrder } from './order.js';
import { equalSets, LEAF, pathSet, union, type PathSet } from './path-set.js';

/** Stands in FieldsV1 for the path of the object that it is in. */
const SELF = '.';

/**
 * Reads the JSON of FieldsV1. Keys of a sort that is not known are left out with all below them.
 * Throws ApplyError `fields` with the path at which it is no trie.
 */
export function readFieldsV1(fields: JsonValue): PathSet {
  return pathSet(false, read(fields, []).children);
}

function read(value: JsonValue, path: PathElement[]): PathSet {
  if (value === null) return LEAF;
  if (!isObject(value)) throw malformed(path, 'expected an object in FieldsV1');
  const keys = Object.keys(value);
  if (keys.length === 0) return LEAF;
  let owned = false;
  const children = new Map<PathElement, PathSet>();
  let last = LEAF;
  for (const key of keys) {
    if (key === SELF) {
      owned = true;
      continue;
    }
    const element = readElement(key, path);
    if (element === undefined) continue;
    path.push(element);
    const child = read(value[key] ?? null, path);
    path.pop();
    // The items of a list mostly have the same fields: these are kept once.
    if (!element.startsWith('k:') || !equalSets(child, last)) last = child;
    const before = children.get(element);
    children.set(element, before === undefined ? last : union(before, last));
  }
  return pathSet(owned || children.size === 0, children);
}

/** The JSON of FieldsV1, with its keys in the order in which Kubernetes writes them. */
export function writeFieldsV1(set: PathSet): JsonObject {
  const fields = newObject();
  if (set.owned && set.children.size > 0) fields[SELF] = newObject();
  for (const element of inOrder(set.children.keys()))
    fields[element] = writeFieldsV1(set.children.get(element) ?? LEAF);
  return fields;
}
