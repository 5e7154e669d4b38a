import { difference, intersection, isEmpty, recursiveDifference, union } from '../fieldpath/path-set.js';
import type { PathSet } from '../fieldpath/path-set.js';
import type { JsonObject } from '../json/value.js';
import { compare, type Comparison } from '../typed/compare.js';
import { reconcile } from '../typed/reconcile.js';
import { UNTYPED } from '../typed/type.js';
import { managerId, withSet, type Manager, type Managers, type Writer } from './managers.js';
import { converted, type Versions } from './versions.js';
import type { Write } from './write.js';

/** The managers with fields in a served version; their sets match the current type. */
export function currentManagers(managers: Managers, versions: Versions): Map<string, Manager> {
  const current = new Map<string, Manager>();
  for (const [id, manager] of managers) {
    const type = versions.typeOf(manager.version);
    if (type === undefined || isEmpty(manager.set)) continue;
    const set = reconcile(type, manager.set);
    current.set(id, set === manager.set ? manager : withSet(manager, set));
  }
  return current;
}

/** The changes of an object in each version. */
export type Changes = (version: string) => Comparison;

/** Computes the changes lazily, once for each version. Ignored fields do not count as changed. */
export function changes(write: Write, before: JsonObject, after: JsonObject): Changes {
  const { version: given, versions, ignored } = write;
  const old = converted(before, given, versions);
  const next = converted(after, given, versions);
  const known = new Map<string, Comparison>();
  return (version) => {
    const found = known.get(version) ?? compareIn(version);
    known.set(version, found);
    return found;
  };

  function compareIn(version: string): Comparison {
    const { removed, modified, added } = compare(versions.typeOf(version) ?? UNTYPED, old(version), next(version));
    const less = ignored?.(version);
    if (less === undefined) return { removed, modified, added };
    return {
      removed: recursiveDifference(removed, less),
      modified: recursiveDifference(modified, less),
      added: recursiveDifference(added, less),
    };
  }
}

/** The changed or added fields that managers other than `self` own. No set is empty. */
export function conflictsOf(managers: Managers, self: string, changed: Changes): ReadonlyMap<string, PathSet> {
  const conflicts = new Map<string, PathSet>();
  for (const [id, { version, set }] of managers) {
    if (id === self) continue;
    const { modified, added } = changed(version);
    const conflict = intersection(set, union(modified, added));
    if (!isEmpty(conflict)) conflicts.set(id, conflict);
  }
  return conflicts;
}

/** Removes changed and removed fields from all managers but `self`, and drops managers without fields. */
export function disown(managers: Map<string, Manager>, self: string | undefined, changed: Changes): void {
  for (const [id, manager] of managers) {
    if (id === self) continue;
    const { removed, modified, added } = changed(manager.version);
    const set = [removed, modified, added].reduce(difference, manager.set);
    if (set !== manager.set) assign(managers, manager, set);
  }
}

/** Sets the fields of a manager; a manager without fields is dropped. */
export function assign(managers: Map<string, Manager>, manager: Writer, set: PathSet): void {
  const id = managerId(manager);
  if (isEmpty(set)) managers.delete(id);
  else managers.set(id, withSet(manager, set));
}
