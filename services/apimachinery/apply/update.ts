import { difference, recursiveDifference, union, type PathSet } from '../fieldpath/path-set.js';
import { newObject, type JsonObject } from '../json/value.js';
import { capUpdaters } from './cap.js';
import { managerId, type Manager, type Managers } from './managers.js';
import { assign, changes, currentManagers, disown } from './settle.js';
import { OWNERLESS, writer, type Write } from './write.js';

export interface Update extends Write {
  /** What is to be stored. */
  readonly object: JsonObject;
}

/**
 * The managers after a create, an update or a patch. The writer owns the fields that it adds and changes; removed fields
 * have no owner. An update never conflicts. In an object without managers the writer becomes the only one: the fields
 * that it leaves as they are have no owner.
 */
export function updateManagers(update: Update): Managers {
  const updated = trackUpdate(update);
  capUpdaters(updated);
  return updated;
}

/** As `updateManagers`, with any number of managers. */
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

/** What a writer can own of a set. */
export function owned(set: PathSet, ignored: PathSet | undefined): PathSet {
  return difference(ignored === undefined ? set : recursiveDifference(set, ignored), OWNERLESS);
}
