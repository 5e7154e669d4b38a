import {
  difference,
  EMPTY,
  isEmpty,
  leaves,
  recursiveDifference,
  sharing,
  type PathSet,
} from '../fieldpath/path-set.js';
import { deepEqual } from '../json/equal.js';
import { isObject, newObject, type JsonObject } from '../json/value.js';
import { fieldSet } from '../typed/field-set.js';
import { merge } from '../typed/merge.js';
import { UNTYPED, type Type } from '../typed/type.js';
import { validate } from '../typed/validate.js';
import { listConflicts, type Conflict } from './conflicts.js';
import { appliedByKubectl, withLastApplied } from './last-applied.js';
import { managerId, sameOwners, type Managers } from './managers.js';
import { prune } from './prune.js';
import { assign, changes, conflictsOf, currentManagers, disown, type Changes } from './settle.js';
import { owned, trackUpdate } from './update.js';
import { writer, type Write } from './write.js';

export interface Apply extends Write {
  /** What the applier has an opinion on, in `version`, as it was sent: without defaults, and without managedFields. */
  readonly config: JsonObject;
  /** Take what others own. */
  readonly force: boolean;
}

/** What applying comes to. */
export type Applied =
  | {
      readonly ok: true;
      /** What is to be stored, in the version of the request. It shares with its inputs what it can. */
      readonly object: JsonObject;
      readonly managers: Managers;
      /** False where the object and its owners are as before: then there is nothing to write, and times stay. */
      readonly isChanged: boolean;
    }
  | { readonly ok: false; readonly conflicts: readonly Conflict[] };

/** Owns what an object had before anybody was tracked. */
const BEFORE_FIRST_APPLY = 'before-first-apply';

/** This manager may take over what it applied by itself, and keeps its annotation in step. */
const KUBECTL = 'kubectl';

/**
 * Applies a config: merges it into the object, takes away what the applier no longer applies and nobody else owns, and
 * makes him the owner of all that he applies. Throws ApplyError `value` if the config does not have its type.
 */
export function applyObject(apply: Apply): Applied {
  const { live, config, version, versions } = apply;
  const type = versions.typeOf(version) ?? UNTYPED;
  validate(type, config);
  const stored = versions.storedConfig(config, version);
  const attempted = attempt({ ...apply, config: stored, managers: managersBefore(apply) }, type);
  if (attempted.conflicts.length > 0) return { ok: false, conflicts: attempted.conflicts };
  const object = apply.manager === KUBECTL ? withLastApplied(attempted.object, config) : attempted.object;
  const hasSameOwners = sameOwners(apply.managers, attempted.managers);
  return {
    ok: true,
    object,
    managers: hasSameOwners ? apply.managers : attempted.managers,
    isChanged: !hasSameOwners || live === undefined || !deepEqual(live, object),
  };
}

/** What an object without managers has belongs to a manager of its own. */
function managersBefore(apply: Apply): Managers {
  const { live, managers } = apply;
  if (live === undefined || managers.size > 0) return managers;
  return trackUpdate({ ...apply, live: undefined, object: live, manager: BEFORE_FIRST_APPLY });
}

interface Attempted {
  readonly object: JsonObject;
  readonly managers: Managers;
  /** Those that keep the rest from being done. */
  readonly conflicts: readonly Conflict[];
}

function attempt(apply: Apply, type: Type): Attempted {
  const { config, version, versions, ignored, force } = apply;
  const managers = currentManagers(apply.managers, versions);
  const self = writer(apply, 'Apply');
  const id = managerId(self);
  const last = managers.get(id);
  const all = sharing(fieldSet(type, config), last?.set ?? EMPTY);
  const set = ignored === undefined ? all : recursiveDifference(all, ignored(version));
  managers.set(id, { ...self, set });
  const live = apply.live ?? newObject();
  const merged = merge(type, live, config);
  const whole = isObject(merged) ? merged : live;
  const object = last === undefined ? whole : prune(apply, whole, managers, last);
  const { changed, conflicts: disputed } = changesAndConflicts(apply, managers, { live, object });
  const refused = force ? NONE : refusedConflicts(apply, type, disputed);
  const conflicts = listConflicts(managers, refused);
  disown(managers, id, changed);
  assign(managers, self, owned(set, undefined));
  return { object, managers, conflicts };
}

/**
 * How applying changes the live object, and which of these changes are to fields of other managers. A config may write a
 * stored value in another way, such as `{}` for an absent map or `1000m` for `1`: that changes nothing. Neither does a
 * member of a map change the map that another manager applies as `{}`, and that is not stored for that. Normalising costs
 * as much as everything else, so that only an object with conflicts is normalised.
 */
function changesAndConflicts(
  apply: Apply,
  managers: Managers,
  { live, object }: { readonly live: JsonObject; readonly object: JsonObject },
): { readonly changed: Changes; readonly conflicts: ReadonlyMap<string, PathSet> } {
  const self = managerId(writer(apply, 'Apply'));
  const asSent = changes(apply, live, object);
  const conflicts = conflictsOf(managers, self, asSent);
  if (conflicts.size === 0) return { changed: asSent, conflicts };
  const normalised = changes(apply, live, apply.versions.normalise(object, apply.version));
  const changed: Changes = (version) => ({ ...normalised(version), added: leaves(normalised(version).added) });
  return { changed, conflicts: conflictsOf(managers, self, changed) };
}

const NONE: ReadonlyMap<string, PathSet> = new Map();

/** The conflicts but for those that kubectl may have. */
function refusedConflicts(
  { live, manager, version, versions }: Apply,
  type: Type,
  conflicts: ReadonlyMap<string, PathSet>,
): ReadonlyMap<string, PathSet> {
  if (manager !== KUBECTL || conflicts.size === 0 || live === undefined) return conflicts;
  const allowed = appliedByKubectl(type, live, { version, versions });
  return new Map(
    [...conflicts].map(([id, set]) => [id, difference(set, allowed)] as const).filter(([, set]) => !isEmpty(set)),
  );
}
