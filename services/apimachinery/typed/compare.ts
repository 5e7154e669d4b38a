import type { PathElement } from '../fieldpath/element.js';
import { EMPTY, isEmpty, LEAF, pathSet, union, type PathSet } from '../fieldpath/path-set.js';
import { deepEqual } from '../json/equal.js';
import { isObject, type JsonArray, type JsonObject, type JsonValue } from '../json/value.js';
import { everyPath } from './field-set.js';
import { elementsOf, hasRepeated, isAligned, withValues } from './items.js';
import { memberOf, type ListType, type ObjectType, type Type } from './type.js';
import { isBare, itemElement, kindOf, type Kind } from './value.js';

/** The difference of two values. The three sets are disjoint. */
export interface Comparison {
  readonly removed: PathSet;
  readonly modified: PathSet;
  readonly added: PathSet;
}

const SAME: Comparison = { removed: EMPTY, modified: EMPTY, added: EMPTY };
const MODIFIED: Comparison = { ...SAME, modified: LEAF };

/** The changes from `before` to `after`. Shared parts cost nothing. */
export function compare(type: Type, before: JsonValue, after: JsonValue): Comparison {
  const { removed, modified, added } = compareValues(type, before, after);
  return { removed: atRoot(removed), modified: atRoot(modified), added: atRoot(added) };
}

function atRoot(set: PathSet): PathSet {
  return pathSet(false, set.children);
}

function compareValues(type: Type, before: JsonValue | undefined, after: JsonValue | undefined): Comparison {
  if (before === after) return SAME;
  if (before === undefined) return { ...SAME, added: everyPath(type, after ?? null) };
  if (after === undefined) return { ...SAME, removed: everyPath(type, before) };
  const kind = kindOf(type, after);
  const other = kindOf(type, before);
  const comparison = compareAs(kind, type, before, after);
  if (other === kind) return comparison;
  const both = compareAs(other, type, before, after);
  return {
    removed: union(comparison.removed, both.removed),
    modified: union(comparison.modified, both.modified),
    added: union(comparison.added, both.added),
  };
}

/** A value of another kind counts as an empty one. */
function compareAs(kind: Kind, type: Type, before: JsonValue, after: JsonValue): Comparison {
  if (kind === 'object' && type.object?.atomic === false) {
    const left = isObject(before) ? before : undefined;
    const right = isObject(after) ? after : undefined;
    if (!isBare(left) || !isBare(right)) return compareObjects(type.object, left, right);
  } else if (kind === 'list' && type.list !== undefined && type.list.relation !== 'atomic') {
    const left = Array.isArray(before) ? before : [];
    const right = Array.isArray(after) ? after : [];
    if (!isBare(left) || !isBare(right)) return compareLists(type.list, left, right);
  }
  return deepEqual(before, after) ? SAME : MODIFIED;
}

function compareObjects(type: ObjectType, before: JsonObject | undefined, after: JsonObject | undefined): Comparison {
  const parts: Parts = {};
  const visit = (name: string, left: JsonValue | undefined, right: JsonValue | undefined): void => {
    if (left === right) return;
    const member = memberOf(type, name);
    addPart(parts, member.element, compareValues(member.type, left, right));
  };
  if (before !== undefined) for (const name of Object.keys(before)) visit(name, before[name], after?.[name]);
  if (after !== undefined) {
    for (const name of Object.keys(after)) if (before?.[name] === undefined) visit(name, undefined, after[name]);
  }
  return whole(parts);
}

function compareLists(type: ListType, before: JsonArray, after: JsonArray): Comparison {
  const elements = elementsOf(type, before);
  const others = elementsOf(type, after);
  const parts: Parts = {};
  if (isAligned(elements, others)) {
    for (const [index, element] of elements.entries()) {
      addPart(parts, element, compareValues(type.items, before[index], after[index]));
    }
    return whole(parts);
  }
  const left = withValues(elements, before);
  const right = withValues(others, after);
  if (hasRepeated(left) || hasRepeated(right)) return compareRepeated(type, before, after);
  for (const [element, item] of left.values) {
    addPart(parts, element, compareValues(type.items, item, right.values.get(element)));
  }
  for (const [element, item] of right.values) {
    if (!left.values.has(element)) addPart(parts, element, compareValues(type.items, undefined, item));
  }
  return whole(parts);
}

/** Duplicate items are compared as one value, which is added or removed as a whole. */
function compareRepeated(type: ListType, before: JsonArray, after: JsonArray): Comparison {
  const left = grouped(type, before);
  const right = grouped(type, after);
  const parts: Parts = {};
  for (const element of new Set([...left.keys(), ...right.keys()])) {
    const old = left.get(element) ?? [];
    const next = right.get(element) ?? [];
    if (old.length > 1 && next.length > 1) {
      if (!deepEqual([...old], [...next])) addPart(parts, element, MODIFIED);
      continue;
    }
    const single = (group: readonly JsonValue[]): JsonValue | undefined => (group.length > 1 ? undefined : group[0]);
    addPart(parts, element, compareValues(type.items, single(old), single(next)));
    if (old.length > 1) addPart(parts, element, { ...SAME, removed: LEAF });
    if (next.length > 1) addPart(parts, element, { ...SAME, added: LEAF });
  }
  return whole(parts);
}

function grouped(type: ListType, list: JsonArray): ReadonlyMap<PathElement, readonly JsonValue[]> {
  const groups = new Map<PathElement, JsonValue[]>();
  for (const [index, item] of list.entries()) {
    const element = itemElement(type, item, index);
    const group = groups.get(element);
    if (group === undefined) groups.set(element, [item]);
    else group.push(item);
  }
  return groups;
}

/** A running comparison of the values in a container. */
type Parts = { -readonly [Name in keyof Comparison]?: Map<PathElement, PathSet> };

function addPart(parts: Parts, element: PathElement, { removed, modified, added }: Comparison): void {
  if (!isEmpty(removed)) (parts.removed ??= new Map()).set(element, removed);
  if (!isEmpty(modified)) (parts.modified ??= new Map()).set(element, modified);
  if (!isEmpty(added)) (parts.added ??= new Map()).set(element, added);
}

function whole({ removed, modified, added }: Parts): Comparison {
  if (removed === undefined && modified === undefined && added === undefined) return SAME;
  return { removed: below(removed), modified: below(modified), added: below(added) };
}

function below(children: ReadonlyMap<PathElement, PathSet> | undefined): PathSet {
  return children === undefined ? EMPTY : pathSet(false, children);
}
