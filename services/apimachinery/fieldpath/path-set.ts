import { elementText, fieldElement, type PathElement } from './element.js';
import { inOrder } from './order.js';

/**
 * An immutable set of paths: a trie with structural sharing. The root is not a member; every other node is a member or
 * has children.
 */
export interface PathSet {
  /** Whether the path of this node is in the set. */
  readonly owned: boolean;
  readonly children: ReadonlyMap<PathElement, PathSet>;
}

const NO_CHILDREN: ReadonlyMap<PathElement, PathSet> = new Map();

export const EMPTY: PathSet = { owned: false, children: NO_CHILDREN };
/** A set with a single path. */
export const LEAF: PathSet = { owned: true, children: NO_CHILDREN };

export function pathSet(owned: boolean, children: ReadonlyMap<PathElement, PathSet>): PathSet {
  if (children.size === 0) return owned ? LEAF : EMPTY;
  return { owned, children };
}

export function isEmpty(set: PathSet): boolean {
  return !set.owned && set.children.size === 0;
}

/** The set of paths of field names, such as `[['metadata', 'name'], ['status']]`. */
export function fieldPaths(paths: readonly (readonly string[])[]): PathSet {
  return unionOf(paths.map(fieldPath));
}

function fieldPath(names: readonly string[]): PathSet {
  return names.reduceRight((below, name) => pathSet(false, new Map([[fieldElement(name), below]])), LEAF);
}

/** The union of both. */
export function union(a: PathSet, b: PathSet): PathSet {
  if (a === b || isEmpty(b)) return a;
  const owned = a.owned || b.owned;
  if (a.children.size === 0) return owned === b.owned ? b : pathSet(owned, b.children);
  let children: Map<PathElement, PathSet> | undefined;
  for (const [element, right] of b.children) {
    const left = a.children.get(element);
    const both = left === undefined ? right : union(left, right);
    if (both === left) continue;
    children ??= new Map(a.children);
    children.set(element, both);
  }
  return rebuilt(a, owned, children);
}

/** The union of many sets. Merges pairwise halves, because a union costs as much as its larger side. */
export function unionOf(sets: readonly PathSet[]): PathSet {
  if (sets.length < 2) return sets[0] ?? EMPTY;
  const middle = sets.length >> 1;
  return union(unionOf(sets.slice(0, middle)), unionOf(sets.slice(middle)));
}

/** The intersection of both. */
export function intersection(a: PathSet, b: PathSet): PathSet {
  if (a === b) return a;
  if (a.children.size === 0 || b.children.size === 0) return a.owned && b.owned ? LEAF : EMPTY;
  const [small, large] = a.children.size <= b.children.size ? [a, b] : [b, a];
  const children = new Map<PathElement, PathSet>();
  for (const [element, left] of small.children) {
    const right = large.children.get(element);
    const both = right === undefined ? EMPTY : intersection(left, right);
    if (!isEmpty(both)) children.set(element, both);
  }
  return pathSet(a.owned && b.owned, children);
}

/** Paths of `a` that are not in `b`. Ancestors and descendants in `b` do not matter. */
export function difference(a: PathSet, b: PathSet): PathSet {
  if (a === b) return EMPTY;
  return subtract(a, b, difference);
}

/** Paths of `a` for which neither the path nor an ancestor is in `b`. */
export function recursiveDifference(a: PathSet, b: PathSet): PathSet {
  return subtract(a, b, (left, right) => (right.owned ? EMPTY : recursiveDifference(left, right)));
}

function subtract(a: PathSet, b: PathSet, below: (a: PathSet, b: PathSet) => PathSet): PathSet {
  const owned = a.owned && !b.owned;
  if (a.children.size === 0 || b.children.size === 0) return rebuilt(a, owned, undefined);
  let children: Map<PathElement, PathSet> | undefined;
  const small = a.children.size <= b.children.size ? a : b;
  for (const element of small.children.keys()) {
    const left = a.children.get(element);
    const right = b.children.get(element);
    if (left === undefined || right === undefined) continue;
    const rest = below(left, right);
    if (rest === left) continue;
    children ??= new Map(a.children);
    if (isEmpty(rest)) children.delete(element);
    else children.set(element, rest);
  }
  return rebuilt(a, owned, children);
}

/** Returns `set` itself if nothing changed. */
function rebuilt(set: PathSet, owned: boolean, children: Map<PathElement, PathSet> | undefined): PathSet {
  if (children === undefined && owned === set.owned) return set;
  return pathSet(owned, children ?? set.children);
}

/** Returns a set equal to `set` that shares equal parts with `other`, so that later operations skip them. */
export function sharing(set: PathSet, other: PathSet): PathSet {
  if (set === other) return other;
  let children: Map<PathElement, PathSet> | undefined;
  let equal = set.children.size === other.children.size;
  for (const [element, child] of set.children) {
    const theirs = other.children.get(element);
    const shared = theirs === undefined ? child : sharing(child, theirs);
    equal &&= shared === theirs;
    if (shared === child) continue;
    children ??= new Map(set.children);
    children.set(element, shared);
  }
  return equal && set.owned === other.owned ? other : rebuilt(set, set.owned, children);
}

/** The paths without descendants in the set. */
export function leaves(set: PathSet): PathSet {
  if (set.children.size === 0) return set;
  return pathSet(false, new Map([...set.children].map(([element, child]) => [element, leaves(child)])));
}

export function equalSets(a: PathSet, b: PathSet): boolean {
  if (a === b) return true;
  if (a.owned !== b.owned || a.children.size !== b.children.size) return false;
  for (const [element, left] of a.children) {
    const right = b.children.get(element);
    if (right === undefined || !equalSets(left, right)) return false;
  }
  return true;
}

/**
 * The sorted paths as texts, such as `.spec.containers[name="a"].image`. On each level, paths that end there come
 * first.
 */
export function pathTexts(set: PathSet): string[] {
  const texts: string[] = [];
  addTexts(set, '', texts);
  return texts;
}

function addTexts(set: PathSet, prefix: string, texts: string[]): void {
  const below = inOrder(set.children.keys()).map((element) => ({
    child: set.children.get(element) ?? EMPTY,
    text: prefix + elementText(element),
  }));
  for (const { child, text } of below) if (child.owned) texts.push(text);
  for (const { child, text } of below) addTexts(child, text, texts);
}
