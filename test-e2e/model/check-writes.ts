import type { History, ObjectState, WriteRecord } from './history.js';
import type { Change, Model } from './model.js';

/** The writes that caused each change, as far as known. */
export interface Provenance {
  readonly violations: readonly string[];
  readonly writeOf: (change: Change) => WriteRecord | undefined;
}

/** Compares writes with the log: each acknowledged write is in it once, and no rejected write. */
export function checkWrites({ writes }: History, { changes }: Model): Provenance {
  const violations: string[] = [];
  const origins = new Map<Change, WriteRecord>();
  const byId = new Map<string, Change[]>();
  const deletions = new Map<string, Change>();
  for (const change of changes) {
    if (change.state === undefined) deletions.set(revisionKey(change.key, change.replaced), change);
    else byId.set(change.state.id, [...(byId.get(change.state.id) ?? []), change]);
  }

  for (const write of writes) {
    if (write.state === undefined) continue;
    const found = byId.get(write.state.id) ?? [];
    byId.delete(write.state.id);
    const [change] = found;
    if (found.length > 1) violations.push(`${nameOf(write)} happened ${found.length} times`);
    if (change === undefined) {
      if (write.outcome === 'acknowledged') violations.push(`${nameOf(write)} is lost`);
      continue;
    }
    origins.set(change, write);
    if (write.outcome === 'rejected') violations.push(`${nameOf(write)} happened, at ${change.revision}`);
    if (write.revision !== undefined && write.revision !== change.revision) {
      violations.push(`${nameOf(write)} happened at ${change.revision}`);
    }
    if (write.key !== change.key) violations.push(`${nameOf(write)} happened to ${change.key}`);
    if (write.expected !== undefined && write.expected !== change.replaced) {
      violations.push(`${nameOf(write)} replaced revision ${change.replaced}`);
    }
    const wanted = outcomeOf(write, change.previous);
    if (wanted === undefined) violations.push(`${nameOf(write)} made an object where none was`);
    else if (text(wanted) !== text(change.state)) {
      violations.push(
        `${nameOf(write)} made ${text(change.state)} of ${text(change.previous)}, and not ${text(wanted)}`,
      );
    }
  }
  for (const id of byId.keys()) violations.push(`no client wrote ${id}, which is in the log`);

  for (const [at, attempts] of deletionsOf(writes)) {
    const change = deletions.get(at);
    deletions.delete(at);
    const acknowledged = attempts.filter(({ outcome }) => outcome === 'acknowledged');
    const [first, second] = acknowledged;
    if (first !== undefined && change === undefined) violations.push(`${nameOf(first)} is lost`);
    if (first !== undefined && second !== undefined) violations.push(`${nameOf(second)} was acknowledged twice`);
    const possible = attempts.filter(({ outcome }) => outcome !== 'rejected');
    if (change === undefined) continue;
    const origin = first ?? possible.sort((a, b) => a.began - b.began)[0];
    if (origin === undefined) violations.push(`${change.key} was deleted at ${change.revision} by a rejected request`);
    else origins.set(change, origin);
  }
  for (const { key, revision } of deletions.values()) violations.push(`no client deleted ${key}, at ${revision}`);
  return { violations, writeOf: (change) => origins.get(change) };
}

/** The state after the write; undefined if it cannot succeed. */
function outcomeOf(
  { state, effect = 'replace', expected }: WriteRecord,
  previous: ObjectState | undefined,
): ObjectState | undefined {
  if (previous === undefined) return effect === 'apply' || expected === 0 ? state : undefined;
  if (effect === 'replace' || state === undefined) return state;
  const { id, labels, fields } = state;
  return { id, labels: { ...previous.labels, ...labels }, fields: { ...previous.fields, ...fields } };
}

function text(state: ObjectState | undefined): string {
  if (state === undefined) return 'nothing';
  const sorted = (record: Readonly<Record<string, string>> = {}) =>
    Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${state.id} ${JSON.stringify([sorted(state.labels), sorted(state.fields)])}`;
}

function deletionsOf(writes: readonly WriteRecord[]): Map<string, WriteRecord[]> {
  const attempts = new Map<string, WriteRecord[]>();
  for (const write of writes) {
    if (write.state !== undefined) continue;
    const at = revisionKey(write.key, write.expected);
    attempts.set(at, [...(attempts.get(at) ?? []), write]);
  }
  return attempts;
}

function revisionKey(key: string, revision: number | undefined): string {
  return `${key}@${revision}`;
}

function nameOf({ key, state, outcome, revision, expected, replica }: WriteRecord): string {
  const what = state === undefined ? 'deletion' : `write ${state.id}`;
  return `the ${outcome} ${what} of ${key} over ${expected ?? 'any'}${revision === undefined ? '' : ` at ${revision}`} through ${replica}`;
}
