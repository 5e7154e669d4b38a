import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompactedError, type Revision, type StoreEvent, type WatchBatch, type WatchOptions } from '../store.js';
import { textBytes } from '../keys.js';
import { decodeLogRecord, encodeNumber, readNumber, recordKey } from './encoding.js';
import { readEntry } from './reader.js';
import type { State } from './state.js';

/** Bounds of one batch, and of the work between two turns of the event loop. */
const BATCH_RECORDS = 500;
const BATCH_BYTES = 2_000_000;

/**
 * Reads the log from its own position, so a slow watcher holds no events. It sends an empty batch when it has caught
 * up past writes that all lie outside its prefix.
 */
export async function* watchLog(
  state: State,
  prefix: string,
  { from, signal }: WatchOptions,
): AsyncGenerator<WatchBatch, void, undefined> {
  const prefixBytes = textBytes(prefix);
  // There is no event at the first revision, that of the empty store.
  let position = Math.max(from - 1, 1);
  while (!signal.aborted && !state.closing.aborted) {
    // The first event's `previous` is of the state at `position`.
    if (position < state.compacted) throw new CompactedError(position + 1, state.compacted + 1);
    if (position >= state.revision) {
      await state.changed.wait(signal);
      continue;
    }
    const batch = readBatch(state, prefixBytes, position + 1);
    position = batch.revision;
    if (batch.events.length > 0 || position >= state.revision) yield batch;
    else await nextTurn();
  }
}

function readBatch(state: State, prefix: Buffer, from: Revision): WatchBatch {
  const { env, revision: newest } = state;
  const events: StoreEvent[] = [];
  let revision = newest;
  let records = 0;
  let bytes = 0;
  for (const { key: place, value } of env.log.getRange({ start: encodeNumber(from), end: encodeNumber(newest + 1) })) {
    const current = readNumber(place);
    const { key, deleted } = decodeLogRecord(value);
    if (key.length >= prefix.length && key.compare(prefix, 0, prefix.length, 0, prefix.length) === 0) {
      const event = readEvent(state, key, current, deleted);
      bytes += sizeOf(event);
      events.push(event);
    }
    if (++records >= BATCH_RECORDS || bytes >= BATCH_BYTES) {
      revision = current;
      break;
    }
  }
  return { revision, events };
}

function readEvent({ env }: State, key: Buffer, revision: Revision, deleted: boolean): StoreEvent {
  const previous = readEntry(env, key, revision - 1);
  if (deleted) {
    if (previous === undefined) throw new Error(`the log is damaged: revision ${revision} deletes what is not there`);
    return { type: 'delete', key: previous.key, revision, previous };
  }
  const value = env.records.get(recordKey(key, revision, false));
  if (value === undefined) throw new Error(`the log is damaged: revision ${revision} has no value`);
  return { type: 'put', entry: { key: key.toString(), value, revision }, previous };
}

function sizeOf(event: StoreEvent): number {
  const previous = event.previous?.value.length ?? 0;
  return event.type === 'put' ? event.entry.value.length + previous : previous;
}
