import { compareTexts } from '../fieldpath/canonical.js';
import { unionOf } from '../fieldpath/path-set.js';
import { managerId, secondsOf, withSet, type Manager, type Writer } from './managers.js';

/** Maximum number of updaters, as in Kubernetes. */
const MAX_UPDATERS = 10;
/** The manager that merged updaters become. */
const ANCIENT = 'ancient-changes';

/** Merges the oldest updaters of each version until the limit is met or all are merged. */
export function capUpdaters(managers: Map<string, Manager>): void {
  const updaters = [...managers].filter(([, { operation }]) => operation === 'Update');
  updaters.sort(([aId, a], [bId, b]) => secondsOf(a) - secondsOf(b) || compareTexts(aId, bId));
  let count = updaters.length;
  const groups = new Map<string, Manager[]>();
  for (const [, manager] of updaters) {
    if (count <= MAX_UPDATERS) break;
    const group = groups.get(manager.version) ?? [];
    groups.set(manager.version, group);
    // Merging needs a second manager in the group.
    if (group.push(manager) > 1) count--;
  }
  for (const group of groups.values()) mergeGroup(managers, group);
}

/** Merges into the existing bucket; without one, the first manager becomes the bucket. */
function mergeGroup(managers: Map<string, Manager>, group: readonly Manager[]): void {
  const last = group.at(-1);
  if (last === undefined || group.length < 2) return;
  const bucket: Writer = { ...last, name: ANCIENT, subresource: '' };
  const id = managerId(bucket);
  const before = managers.get(id);
  const merged = before === undefined || group.includes(before) ? group : [before, ...group.slice(1)];
  for (const manager of merged) managers.delete(managerId(manager));
  managers.set(id, withSet(bucket, unionOf(merged.map(({ set }) => set))));
}
