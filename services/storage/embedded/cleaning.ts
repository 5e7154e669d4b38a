import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Segment } from './segment.js';
import type { State } from './state.js';
import type { Writer } from './writer.js';

export interface Cleaning {
  /** Cleans while that is worthwhile, unless a run is in progress. Resolves when done; never rejects. */
  readonly run: () => Promise<void>;
}

export interface CleaningOptions {
  readonly writer: Pick<Writer, 'move'>;
  readonly onError: (error: unknown) => void;
}

/** Bytes copied in one commit. Small, so that writes are not delayed. */
const SLICE_BYTES = 256 * 1024;
/** Garbage below this size is not cleaned. */
const SLACK_BYTES = 2 * 1024 * 1024;
/** Segments are merged when there are more than this, plus one for each USUAL_BYTES. */
const BASE_SEGMENTS = 16;
const USUAL_BYTES = 4 * 1024 * 1024;

/**
 * Segment cleaner: copies the live entries of the oldest segment to the end of the log and removes the segment. A
 * segment of live entries only is moved to the end as it is.
 *
 * Segments are cleaned in log order because of tombstones. A tombstone is needed while an older record of its key may
 * exist in the log. All older records precede it, so once its segment is the first, none are left. Only entries that
 * are not deleted are copied. Entries that only past states need are not copied; their segment stays until those states
 * are compacted.
 *
 * A damaged segment is always copied, from the entries in memory. Otherwise it copies at most as many bytes as it frees, and needs at most one segment of extra space.
 */
export function createCleaning(state: State, { writer, onError }: CleaningOptions): Cleaning {
  const { log, versions, closing } = state;
  let running: Promise<void> | undefined;

  async function clean(): Promise<void> {
    // Each segment once: segments written meanwhile are left for the next run.
    for (let left = log.sealed.length; left > 0 && isWorthwhile(); left -= 1) {
      const [first] = log.sealed;
      if (first === undefined || closing.aborted) return;
      if (first.isDamaged !== true && consistsOfNewest(first) && !areMany()) {
        await log.postponeFirst(versions.compacted);
      } else {
        await copyNewest(first);
        if (first.live > 0) return;
        await log.removeFirst(versions.compacted);
      }
    }
  }

  function consistsOfNewest(segment: Segment): boolean {
    if (segment.live === 0 || segment.live < segment.written) return false;
    let size = 0;
    for (let next: string | undefined = ''; next !== undefined;) {
      const slice = versions.newestIn(segment, next, Infinity);
      size += slice.size;
      ({ next } = slice);
    }
    return size === segment.live;
  }

  async function copyNewest(segment: Segment): Promise<void> {
    for (let next: string | undefined = ''; next !== undefined && segment.live > 0;) {
      if (closing.aborted) return;
      const slice = versions.newestIn(segment, next, SLICE_BYTES);
      if (slice.found.length > 0) await writer.move(slice.found);
      else await nextTurn();
      ({ next } = slice);
    }
  }

  function isWorthwhile(): boolean {
    if (log.sealed.some(({ isDamaged }) => isDamaged === true)) return true;
    // Its removal copies nothing.
    if (log.sealed[0]?.live === 0) return true;
    let [live, dead] = [0, 0];
    for (const segment of log.sealed) {
      live += segment.live;
      dead += segment.written - segment.live;
    }
    if (log.shortage() !== undefined) return dead > 0;
    return dead > Math.max(live, SLACK_BYTES) || areMany();
  }

  function areMany(): boolean {
    return log.sealed.length > BASE_SEGMENTS + (2 * log.size()) / USUAL_BYTES;
  }

  return {
    run() {
      running ??= clean()
        .catch(onError)
        .finally(() => {
          running = undefined;
        });
      return running;
    },
  };
}
