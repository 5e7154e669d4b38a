import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Erasure } from './erasure.js';
import type { Segment } from './segment.js';
import type { State } from './state.js';
import type { Writer } from './writer.js';

export interface Cleaning {
  /** Cleans while that is worthwhile, unless a run is in progress. Resolves when done; never rejects. */
  readonly run: () => Promise<void>;
}

export interface CleaningOptions {
  readonly writer: Pick<Writer, 'move' | 'seal'>;
  readonly erasure: Erasure;
  /** The version of `erasure` by which the segments were recovered. */
  readonly erasureVersion: number;
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
 * Segment cleaner: copies the live records of the oldest segment to the end of the log and removes the segment. A
 * segment of current entries only is moved to the end as it is.
 *
 * Segments are cleaned in log order because of tombstones. A tombstone is needed while an older record of its key may
 * exist in the log. All older records precede it, so once its segment is the first, none are left. The writer therefore
 * copies a tombstone after the older records that it copies.
 *
 * A segment that is damaged, or holds a value that must be erased, is always cleaned, with those before it. Otherwise the
 * cleaner copies at most as many bytes as it frees, and needs at most one segment of extra space.
 */
export function createCleaning(state: State, options: CleaningOptions): Cleaning {
  const { log, versions, closing } = state;
  const { writer, erasure, onError } = options;
  let { erasureVersion } = options;
  let running: Promise<void> | undefined;

  /** Segments with any record that is no longer needed may hold values that must be erased now. */
  function considerAgain(): void {
    erasureVersion = erasure.version();
    for (const segment of log.active === undefined ? log.sealed : [...log.sealed, log.active]) {
      if (segment.live < segment.written) segment.isExposed = true;
    }
  }

  async function clean(): Promise<void> {
    if (erasure.version() !== erasureVersion) considerAgain();
    if (log.active?.isExposed === true) await writer.seal();
    // Each segment once: segments written meanwhile are left for the next run.
    for (let left = log.sealed.length; left > 0 && isWorthwhile(); left -= 1) {
      const [first] = log.sealed;
      if (first === undefined || closing.aborted) return;
      if (first.isDamaged !== true && consistsOfCurrent(first) && !areMany()) {
        await log.postponeFirst(versions.compacted);
      } else {
        await copyLive(first);
        if (first.live > 0) return;
        await log.removeFirst(versions.compacted);
      }
    }
  }

  function consistsOfCurrent(segment: Segment): boolean {
    if (segment.live === 0 || segment.live < segment.written) return false;
    for (let next: string | undefined = ''; next !== undefined;) {
      const slice = versions.liveIn(segment, next, Infinity);
      if (slice.found.some((each) => each.entry === undefined || versions.head(each.key) !== each)) return false;
      ({ next } = slice);
    }
    return true;
  }

  async function copyLive(segment: Segment): Promise<void> {
    for (let next: string | undefined = ''; next !== undefined && segment.live > 0;) {
      if (closing.aborted) return;
      const slice = versions.liveIn(segment, next, SLICE_BYTES);
      if (slice.found.length > 0) await writer.move(slice.found);
      else await nextTurn();
      ({ next } = slice);
    }
  }

  function isWorthwhile(): boolean {
    if (log.sealed.some(({ isDamaged, isExposed }) => isDamaged === true || isExposed === true)) return true;
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
