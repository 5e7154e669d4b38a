import { difference, recursiveDifference, union, type PathSet } from '../fieldpath/path-set.js';
import { newObject, type JsonObject } from '../json/value.js';
import { capUpdaters } from './cap.js';
import { managerId, type Manager, type Managers } from './managers.js';
import { assign, changes, currentManagers, disown } from './settle.js';
import { OWNERLESS, writer, type Write } from './write.js';

export interface Update extends Write {
  /** The object to store. */
  readonly object: JsonObject;
}

/**
 * The managers after a create, update or patch. The writer owns the fields that it adds or changes; removed fields lose
 * their owners. An update never conflicts. In an object without managers, the writer becomes the only one, and
 * unchanged fields have no owner.
 */
export function updateManagers(update: Update): Managers {
  const updated = trackUpdate(update);
  capUpdaters(updated);
  return updated;
}

/** Same as `updateManagers`, without the limit on managers. */
export function trackUpdate(update: Update): Map<string, Manager> {
  const { live, object, version, versions, ignored } = update;
  const managers = currentManagers(update.managers, versions);
  const before = live ?? versions.typeOf(version)?.object?.least ?? newObject();
  const changed = changes(update, before, object);
  disown(managers, undefined, changed);
  const { modified, added } = changed(version);
  const set = owned(union(modified, added), ignored?.(version));
  if (set.children.size === 0) return managers;
  const self = writer(update, 'Update');
  const previous = managers.get(managerId(self));
  assign(managers, self, previous === undefined ? set : union(set, previous.set));
  return managers;
}

/** The part of a set that a writer can own. */
export function owned(set: PathSet, ignored: PathSet | undefined): PathSet {
  return difference(ignored === undefined ? set : recursiveDifference(set, ignored), OWNERLESS);
}
