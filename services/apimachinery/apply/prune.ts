import { difference, EMPTY, intersection, isEmpty, type PathSet } from '../fieldpath/path-set.js';
import { isObject, type JsonObject } from '../json/value.js';
import { fieldSet } from '../typed/field-set.js';
import { withParentFields } from '../typed/reconcile.js';
import { removeItems } from '../typed/remove.js';
import type { Type } from '../typed/type.js';
import { managerId, type Manager, type Managers } from './managers.js';
import { converted } from './versions.js';
import { OWNERLESS, type Write } from './write.js';

/**
 * The merged object without what an applier applied before (`last`), does not apply now, and nobody else owns. `managers`
 * holds what he owns now. A struct goes with all that is in it once nobody owns any of its fields, so that it takes its
 * defaults along.
 */
export function prune(write: Write, merged: JsonObject, managers: Managers, last: Manager): JsonObject {
  const { version, versions } = write;
  const type = versions.typeOf(last.version);
  if (type === undefined) return merged;
  const unclaimed = unclaimedOf(type, last, managers);
  if (isEmpty(unclaimed)) return merged;
  const merges = converted(merged, version, versions);
  const whole = merges(last.version);
  const pruned = remove(type, whole, unclaimed);
  if (pruned === whole) return merged;
  const kept = keepForOthers(write, merges, pruned, last, managers);
  return last.version === version ? kept : versions.convert(kept, last.version, version);
}

/** What was applied last and is claimed by nobody who speaks of the same version. */
function unclaimedOf(type: Type, last: Manager, managers: Managers): PathSet {
  const { version, set } = last;
  // Most apply what they applied before: that takes no look at the others.
  const now = managers.get(managerId(last));
  if (now?.version === version && isEmpty(difference(set, now.set))) return EMPTY;
  return [OWNERLESS, ...claims(type, version, managers)].reduce(difference, withParentFields(type, set));
}

/** What each manager owns who speaks of a version. */
function claims(type: Type, version: string, managers: Managers): PathSet[] {
  const same = [...managers.values()].filter((manager) => manager.version === version);
  return same.map(({ set }) => withParentFields(type, set));
}

/** The pruned object, in the version of `last`, with what managers own who speak of other versions. */
function keepForOthers(
  { versions }: Write,
  merges: (version: string) => JsonObject,
  pruned: JsonObject,
  last: Manager,
  managers: Managers,
): JsonObject {
  let kept = pruned;
  let version = last.version;
  for (const other of new Set([...managers.values()].map((manager) => manager.version))) {
    const type = versions.typeOf(other);
    if (other === last.version || type === undefined) continue;
    const merged = merges(other);
    const gone = lostPaths(type, merged, versions.convert(kept, version, other));
    kept = remove(type, merged, claims(type, other, managers).reduce(difference, gone));
    version = other;
  }
  const type = versions.typeOf(last.version);
  if (version === last.version || type === undefined) return kept;
  // A conversion there and back may lose what was not applied either.
  const whole = merges(last.version);
  const gone = lostPaths(type, whole, versions.convert(kept, version, last.version));
  return remove(type, whole, intersection(gone, withParentFields(type, last.set)));
}

/** What `after` lacks of `before`. */
function lostPaths(type: Type, before: JsonObject, after: JsonObject): PathSet {
  return difference(withParentFields(type, fieldSet(type, before)), withParentFields(type, fieldSet(type, after)));
}

function remove(type: Type, object: JsonObject, set: PathSet): JsonObject {
  const rest = removeItems(type, object, set);
  return isObject(rest) ? rest : object;
}
