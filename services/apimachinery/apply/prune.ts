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
 * Removes fields from the merged object that the applier applied before (`last`), does not apply now, and no other
 * manager owns. `managers` holds its current fields. A struct is removed as a whole, including defaults, once none of
 * its fields has an owner.
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

/** The fields of the last apply that no manager claims in the same version. */
function unclaimedOf(type: Type, last: Manager, managers: Managers): PathSet {
  const { version, set } = last;
  // Usually the config is unchanged, so that other managers are irrelevant.
  const now = managers.get(managerId(last));
  if (now?.version === version && isEmpty(difference(set, now.set))) return EMPTY;
  return [OWNERLESS, ...claims(type, version, managers)].reduce(difference, withParentFields(type, set));
}

/** The fields of each manager that uses this version. */
function claims(type: Type, version: string, managers: Managers): PathSet[] {
  const same = [...managers.values()].filter((manager) => manager.version === version);
  return same.map(({ set }) => withParentFields(type, set));
}

/** The pruned object in the version of `last`, plus fields that managers of other versions own. */
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
    const lost = lostPaths(type, merged, versions.convert(kept, version, other));
    kept = remove(type, merged, claims(type, other, managers).reduce(difference, lost));
    version = other;
  }
  const type = versions.typeOf(last.version);
  if (version === last.version || type === undefined) return kept;
  // A conversion and back may lose other fields too.
  const whole = merges(last.version);
  const lost = lostPaths(type, whole, versions.convert(kept, version, last.version));
  return remove(type, whole, intersection(lost, withParentFields(type, last.set)));
}

/** The paths of `before` that `after` lacks. */
function lostPaths(type: Type, before: JsonObject, after: JsonObject): PathSet {
  return difference(withParentFields(type, fieldSet(type, before)), withParentFields(type, fieldSet(type, after)));
}

function remove(type: Type, object: JsonObject, set: PathSet): JsonObject {
  const rest = removeItems(type, object, set);
  return isObject(rest) ? rest : object;
}
