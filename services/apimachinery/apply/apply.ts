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
  /** The applied config in `version`, as sent: without defaults and managedFields. */
  readonly config: JsonObject;
  /** Takes fields that other managers own. */
  readonly force: boolean;
}

/** The result of an apply. */
export type Applied =
  | {
      readonly ok: true;
      /** The object to store, in the version of the request. It shares unchanged parts with the inputs. */
      readonly object: JsonObject;
      readonly managers: Managers;
      /** False if the object and its owners are unchanged; then nothing is written, and times stay. */
      readonly isChanged: boolean;
    }
  | { readonly ok: false; readonly conflicts: readonly Conflict[] };

/** Owns the fields of an object from before managers were tracked. */
const BEFORE_FIRST_APPLY = 'before-first-apply';

/** This manager may take over the fields it applied on the client's side, and keeps its annotation up to date. */
const KUBECTL = 'kubectl';

/**
 * Applies a config: merges it into the object, removes fields that the applier no longer applies and no other manager
 * owns, and makes the applier an owner of all applied fields. Each step takes some milliseconds for ten thousand fields.
 * Throws ApplyError `value` if the config does not have its type.
 */
export function* applyInSteps(apply: Apply): Generator<void, Applied> {
  const { live, config, version, versions } = apply;
  const type = versions.typeOf(version) ?? UNTYPED;
  validate(type, config);
  yield;
  const stored = versions.storedConfig(config, version);
  yield;
  const attempted = yield* attempt({ ...apply, config: stored, managers: managersBefore(apply) }, type);
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

/** Fields of an object without managers belong to a special manager. */
function managersBefore(apply: Apply): Managers {
  const { live, managers } = apply;
  if (live === undefined || managers.size > 0) return managers;
  return trackUpdate({ ...apply, live: undefined, object: live, manager: BEFORE_FIRST_APPLY });
}

interface Attempted {
  readonly object: JsonObject;
  readonly managers: Managers;
  /** Conflicts that prevent the apply. */
  readonly conflicts: readonly Conflict[];
}

function* attempt(apply: Apply, type: Type): Generator<void, Attempted> {
  const { config, version, versions, ignored, force } = apply;
  const managers = currentManagers(apply.managers, versions);
  const self = writer(apply, 'Apply');
  const id = managerId(self);
  const last = managers.get(id);
  const sent = fieldSet(type, config);
  yield;
  const all = sharing(sent, last?.set ?? EMPTY);
  const set = ignored === undefined ? all : recursiveDifference(all, ignored(version));
  managers.set(id, { ...self, set });
  yield;
  const live = apply.live ?? newObject();
  const merged = merge(type, live, config);
  yield;
  const whole = isObject(merged) ? merged : live;
  const object = last === undefined ? whole : prune(apply, whole, managers, last);
  yield;
  const { changed, conflicts: disputed } = changesAndConflicts(apply, managers, { live, object });
  yield;
  const refused = force ? NONE : refusedConflicts(apply, type, disputed);
  const conflicts = listConflicts(managers, refused);
  disown(managers, id, changed);
  assign(managers, self, owned(set, undefined));
  return { object, managers, conflicts };
}

/**
 * The changes of the live object, and those that conflict with other managers. A config may write a stored value
 * differently, such as `{}` for an absent map or `1000m` for `1`, which is no change. Neither does a map entry change a
 * map that another manager applies as `{}`. Normalising is expensive, so only an object with conflicts is normalised.
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

/** The conflicts, except those that kubectl may take over. */
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
