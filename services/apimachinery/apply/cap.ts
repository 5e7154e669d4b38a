import { compareTexts } from '../fieldpath/canonical.js';
import { unionOf } from '../fieldpath/path-set.js';
import { managerId, secondsOf, withSet, type Manager, type Writer } from './managers.js';

/** How many entries updates may have. */
const MAX_UPDATERS = 10;
/** Who owns what the oldest of too many updaters owned. */
const ANCIENT = 'ancient-changes';

/** Merges the oldest updaters of each version into one, until they are no more than is allowed or all are merged. */
export function capUpdaters(managers: Map<string, Manager>): void {
  const updaters = [...managers].filter(([, { operation }]) => operation === 'Update');
  updaters.sort(([aId, a], [bId, b]) => secondsOf(a) - secondsOf(b) || compareTexts(aId, bId));
  let count = updaters.length;
  const groups = new Map<string, Manager[]>();
  for (const [, manager] of updaters) {
    if (count <= MAX_UPDATERS) break;
    const group = groups.get(manager.version) ?? [];
    groups.set(manager.version, group);
    // The first one makes room only when there is a second to merge it with.
    if (group.push(manager) > 1) count--;
  }
  for (const group of groups.values()) mergeGroup(managers, group);
}

/** Where there is a bucket that is not among them, the first one stays itself. */
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
