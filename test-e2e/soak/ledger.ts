import type { Change } from './change.js';
import type { Findings } from './findings.js';
import { createTrack, type Track } from './track.js';

/** `refused`: the write certainly did not happen. `unknown`: it may happen at any time, once. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** Writes, by the end of each. */
export interface Counts {
  acknowledged: number;
  refused: number;
  unknown: number;
  /** Writes of unknown outcome that were stored. */
  unknownStored: number;
  /** Changes in the store's log. */
  stored: number;
}

/** Compares what clients did and saw with the store's log, while both go on. Its memory does not grow with their number. */
export interface Ledger {
  readonly counts: Counts;
  readonly track: (collection: string) => Track;
  readonly tracks: () => Iterable<Track>;
  /** A write is sent. A deletion has the id of {@link deletionId}. */
  readonly sent: (id: string) => void;
  readonly ended: (id: string, outcome: Outcome, revision?: number) => void;
  /** The newest revision that a client has seen acknowledged. */
  readonly newest: () => number;
  /** Adds the log up to `revision`, and checks everything up to there. */
  readonly read: (changes: readonly Change[], revision: number) => void;
  /** Reports what is still missing. The load has ended, and the log has been read to its end. */
  readonly finish: () => void;
}

interface Write {
  outcome: Outcome | 'sent';
  /** The acknowledged revision, if the response has it. */
  revision?: number;
  /** The revision in the log. */
  stored?: number;
}

/** Finished writes whose late effects are still recognised. */
const REMEMBERED = 20_000;

export function deletionId(collection: string, name: string, revision: number): string {
  return `the deletion of ${collection}/${name} over ${revision}`;
}

export function createLedger(findings: Findings): Ledger {
  const tracks = new Map<string, Track>();
  const writes = new Map<string, Write>();
  /** Refused and stored writes, oldest first. */
  const finished: string[] = [];
  /** Acknowledged writes that the log has not shown yet. */
  const expected = new Set<string>();
  const counts: Counts = { acknowledged: 0, refused: 0, unknown: 0, unknownStored: 0, stored: 0 };
  let newest = 0;
  let reached = 0;

  function track(collection: string): Track {
    const found = tracks.get(collection) ?? createTrack(collection, findings);
    tracks.set(collection, found);
    return found;
  }

  function finish(id: string): void {
    finished.push(id);
    if (finished.length <= REMEMBERED) return;
    for (const old of finished.splice(0, REMEMBERED / 2)) writes.delete(old);
  }

  function store(change: Change, id: string): void {
    counts.stored += 1;
    const write = writes.get(id);
    const where = `${id} (${change.collection}/${change.name}) at ${change.revision}`;
    if (write === undefined) {
      findings.add('write of no client', where);
      return;
    }
    if (write.stored !== undefined) findings.add('write done twice', `${where} and at ${write.stored}`);
    if (write.outcome === 'refused') findings.add('write done that was refused', where);
    if (write.outcome === 'unknown') counts.unknownStored += 1;
    write.stored = change.revision;
    compare(id, write);
  }

  /** Compares the revision of a write with that of its response. */
  function compare(id: string, { outcome, revision, stored }: Write): void {
    if (stored === undefined) return;
    if (outcome === 'acknowledged' && revision !== undefined && revision !== stored) {
      findings.add('write lost', `${id} was acknowledged at ${revision} and stored at ${stored}`);
    }
    if (outcome === 'acknowledged') expected.delete(id);
    if (outcome !== 'sent') finish(id);
  }

  /** The write that the change is the effect of. */
  function originOf({ collection, name, id }: Change): string {
    return id ?? deletionId(collection, name, track(collection).revisionOf(name) ?? 0);
  }

  return {
    counts,
    track,
    tracks: () => tracks.values(),
    sent: (id) => void writes.set(id, { outcome: 'sent' }),
    ended(id, outcome, revision) {
      const write = writes.get(id) ?? { outcome };
      counts[outcome] += 1;
      write.outcome = outcome;
      if (revision !== undefined) write.revision = revision;
      if (outcome === 'acknowledged') {
        newest = Math.max(newest, revision ?? 0);
        if (write.stored === undefined) expected.add(id);
      }
      if (outcome === 'refused' && write.stored !== undefined) findings.add('write done that was refused', id);
      if (outcome === 'unknown' && write.stored !== undefined) counts.unknownStored += 1;
      if (outcome === 'refused' && write.stored === undefined) finish(id);
      compare(id, write);
    },
    newest: () => newest,
    read(changes, revision) {
      for (const change of changes) {
        const id = originOf(change);
        track(change.collection).append(change);
        store(change, id);
      }
      // A deletion has no revision, and is looked for at the end.
      for (const id of expected) {
        const at = writes.get(id)?.revision;
        if (at === undefined || at > reached) continue;
        findings.add('write lost', `${id}, acknowledged at ${at}, is not in the log`);
        expected.delete(id);
      }
      reached = revision;
      for (const each of tracks.values()) each.check(revision);
    },
    finish() {
      for (const id of expected) findings.add('write lost', `${id} was acknowledged, and is not in the log`);
      expected.clear();
      for (const each of tracks.values()) each.finish(reached);
    },
  };
}
