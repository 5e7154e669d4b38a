import { setImmediate as nextTurn } from 'node:timers/promises';
import { FutureRevisionError, type Revision } from '../store.js';
import { decodeLogRecord, encodeNumber, readNumber, recordKey } from './encoding.js';
import { findVersion } from './reader.js';
import type { State } from './state.js';

/** Log records per transaction. */
const CHUNK_RECORDS = 200;

export interface Compaction {
  /** Resolves when the states before `revision` cannot be asked for any more; their space is freed afterwards. */
  compact(revision: Revision): Promise<void>;
  /** Resolves when nothing is being freed; call it when no call is under way any more. */
  idle(): Promise<void>;
}

export interface CompactionOptions {
  /** Runs what must be finished before the store may close. */
  readonly run: (body: () => Promise<void>) => Promise<void>;
  /** Every so often, states that are older than this are forgotten; never when 0. */
  readonly intervalMs: number;
  /** Told when a compaction that nobody asked for fails. */
  readonly onError: (error: unknown) => void;
}

export function createCompaction(state: State, { run, intervalMs, onError }: CompactionOptions): Compaction {
  let sweeping: Promise<void> | undefined;

  /** Frees what earlier compactions left to free, as far as lists under way allow. */
  async function sweep(): Promise<void> {
    while (!state.closing.aborted && (await sweepChunk(state))) await nextTurn();
  }

  function startSweep(): void {
    sweeping ??= sweep()
      .catch(onError)
      .finally(() => {
        sweeping = undefined;
      });
  }

  async function compact(revision: Revision): Promise<void> {
    if (revision > state.revision) throw new FutureRevisionError(revision, state.revision);
    if (revision > state.compacted) {
      await state.env.commit(() => state.env.putCompacted(revision));
      state.compacted = Math.max(state.compacted, revision);
    }
    startSweep();
  }

  if (intervalMs > 0) {
    let before = state.revision;
    const timer = setInterval(() => {
      const due = before;
      before = state.revision;
      run(() => compact(due)).catch(onError);
    }, intervalMs);
    timer.unref();
    state.closing.addEventListener('abort', () => clearInterval(timer), { once: true });
  }
  startSweep();
  return { compact, idle: async () => sweeping };
}

/** True when there is more to free. */
async function sweepChunk(state: State): Promise<boolean> {
  const { env } = state;
  let limit = state.compacted;
  for (const { revision } of state.pinned) limit = Math.min(limit, revision);
  const forgotten: Buffer[] = [];
  const versions: Buffer[] = [];
  const range = { end: encodeNumber(limit + 1), limit: CHUNK_RECORDS };
  for (const { key: place, value } of env.log.getRange(range)) {
    const revision = readNumber(place);
    const { key, deleted } = decodeLogRecord(value);
    const replaced = findVersion(env, key, revision - 1);
    if (replaced !== undefined) versions.push(replaced);
    if (deleted) versions.push(recordKey(key, revision, true));
    forgotten.push(place);
  }
  if (forgotten.length === 0) return false;
  await env.commit(() => {
    for (const version of versions) void env.records.remove(version);
    for (const place of forgotten) void env.log.remove(place);
  });
  return forgotten.length === CHUNK_RECORDS;
}
