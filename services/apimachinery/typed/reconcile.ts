import type { PathElement } from '../fieldpath/element.js';
import { LEAF, pathSet, type PathSet } from '../fieldpath/path-set.js';
import { memberOf, type Type } from './type.js';

/**
 * Migrates a set to the current type. Where a list or object has become atomic, the owner of any part owns the whole.
 * Where it was atomic before, its owner owns none of its parts. Returns `set` itself if the type is unchanged.
 */
export function reconcile(type: Type, set: PathSet): PathSet {
  if (set.children.size === 0) return set;
  if (type.object !== undefined) {
    const { object } = type;
    if (object.atomic) return LEAF;
    return mapParents(set, (child, element) => {
      return element.startsWith('f:') ? reconcile(memberOf(object, element.slice(2)).type, child) : child;
    });
  }
  if (type.scalar !== undefined || type.list === undefined) return set;
  const { items, relation } = type.list;
  return relation === 'atomic' ? LEAF : mapParents(set, (child) => reconcile(items, child));
}

/**
 * Adds every struct field that has a descendant in the set. Map entries and list items are not added, because they are
 * members only on their own.
 */
export function withParentFields(type: Type, set: PathSet): PathSet {
  if (set.children.size === 0) return set;
  const { object, list } = type;
  return mapParents(set, (child, element) => {
    if (!element.startsWith('f:')) return list === undefined ? child : withParentFields(list.items, child);
    if (object === undefined) return child;
    const name = element.slice(2);
    const below = withParentFields(memberOf(object, name).type, child);
    return object.fields.has(name) && !below.owned ? pathSet(true, below.children) : below;
  });
}

/** The set with its inner nodes mapped. */
function mapParents(set: PathSet, change: (child: PathSet, element: PathElement) => PathSet): PathSet {
  let children: Map<PathElement, PathSet> | undefined;
  for (const [element, child] of set.children) {
    const changed = child.children.size === 0 ? child : change(child, element);
    if (changed === child) continue;
    children ??= new Map(set.children);
    children.set(element, changed);
  }
  return children === undefined ? set : pathSet(set.owned, children);
}
