import { setImmediate as nextTurn } from 'node:timers/promises';
import { textBytes } from '../keys.js';
import { CompactedError, type Revision, type StoreEvent, type WatchBatch, type WatchOptions } from '../store.js';
import type { State } from './state.js';
import type { Version } from './versions.js';

/** Limits of one batch, and of the work in one event-loop turn. */
const BATCH_EVENTS = 500;
const BATCH_BYTES = 2_000_000;

/**
 * Reads versions from its own position, so that a slow watcher buffers no events. It sends an empty batch when it has
 * caught up with writes outside its prefix.
 */
export async function* watchVersions(
  state: State,
  prefix: string,
  { from, signal }: WatchOptions,
): AsyncGenerator<WatchBatch, void, undefined> {
  // Rejects an invalid prefix.
  textBytes(prefix);
  const { versions, closing, changed } = state;
  // Revision 1 is the empty store and has no event.
  let position = Math.max(from - 1, 1);
  while (!signal.aborted && !closing.aborted) {
    // The first event's `previous` belongs to the state at `position`.
    if (position < versions.compacted) throw new CompactedError(position + 1, versions.compacted + 1);
    if (position >= versions.revision) {
      await changed.wait(signal);
      continue;
    }
    const batch = readBatch(state, prefix, position + 1);
    position = batch.revision;
    if (batch.events.length > 0 || position >= versions.revision) yield batch;
    else await nextTurn();
  }
}

function readBatch({ versions }: State, prefix: string, from: Revision): WatchBatch {
  const events: StoreEvent[] = [];
  let bytes = 0;
  let revision = from - 1;
  for (let read = 0; read < BATCH_EVENTS && bytes < BATCH_BYTES && revision < versions.revision; read++) {
    revision += 1;
    const version = versions.at(revision);
    if (version?.key.startsWith(prefix) !== true) continue;
    const event = eventOf(version);
    bytes += sizeOf(event);
    events.push(event);
  }
  return { revision, events };
}

function eventOf({ key, revision, entry, previous: older }: Version): StoreEvent {
  const previous = older?.entry;
  if (entry !== undefined) return { type: 'put', entry, previous };
  if (previous === undefined) throw new Error(`revision ${revision} deletes ${key}, which does not exist`);
  return { type: 'delete', key, revision, previous };
}

function sizeOf(event: StoreEvent): number {
  const previous = event.previous?.value.length ?? 0;
  return event.type === 'put' ? event.entry.value.length + previous : previous;
}
