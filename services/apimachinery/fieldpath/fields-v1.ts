import { isObject, newObject, type JsonObject, type JsonValue } from '../json/value.js';
import { malformed, readElement, type PathElement } from './element.js';
import { inOrder } from './order.js';
import { equalSets, LEAF, pathSet, union, type PathSet } from './path-set.js';

/** The key in FieldsV1 for the object itself. */
const SELF = '.';

/**
 * Decodes FieldsV1. Unknown kinds of keys are dropped with their children. Throws ApplyError `fields` with the path
 * if it is not a trie.
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
    // Interns the set: list items mostly have the same fields.
    if (!element.startsWith('k:') || !equalSets(child, last)) last = child;
    const before = children.get(element);
    children.set(element, before === undefined ? last : union(before, last));
  }
  return pathSet(owned || children.size === 0, children);
}

/** Encodes FieldsV1, with keys in Kubernetes' order. */
export function writeFieldsV1(set: PathSet): JsonObject {
  const fields = newObject();
  if (set.owned && set.children.size > 0) fields[SELF] = newObject();
  for (const element of inOrder(set.children.keys()))
    fields[element] = writeFieldsV1(set.children.get(element) ?? LEAF);
  return fields;
}
