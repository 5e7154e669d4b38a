import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Segment } from './segment.js';
import type { State } from './state.js';
import type { Writer } from './writer.js';

export interface Cleaning {
  /** Cleans as far as that is worth it, unless that is under way. Resolves when it is done; never rejects. */
  readonly run: () => Promise<void>;
}

export interface CleaningOptions {
  readonly writer: Pick<Writer, 'move'>;
  readonly onError: (error: unknown) => void;
}

/** Bytes that are copied with one commit, so that writes are not held up. */
const SLICE_BYTES = 256 * 1024;
/** Bytes without use that are not worth cleaning. */
const SLACK_BYTES = 2 * 1024 * 1024;
/** More segments than this, beside one for each so many bytes, are put together. */
const FEW_SEGMENTS = 16;
const USUAL_BYTES = 4 * 1024 * 1024;

/**
 * Wins back space: the newest entries in the first segment are copied to the end of the log, and the segment is removed. One
 * that consists of newest entries alone becomes the last as it is.
 *
 * The order matters because of deletions. The record of a deletion is needed as long as the log may have an older record of the
 * same key. Those stand before it, and are therefore gone when its segment is the first: only an entry that is not deleted is
 * ever copied behind. What only former states need is not copied; its segment stays until they are forgotten.
 *
 * At most as many bytes are copied as are won, and no more space is needed than one segment has.
 */
export function createCleaning(state: State, { writer, onError }: CleaningOptions): Cleaning {
  const { log, versions, closing } = state;
  let running: Promise<void> | undefined;

  async function clean(): Promise<void> {
    // Each segment once: what is written meanwhile comes later.
    for (let left = log.sealed.length; left > 0 && isWorthwhile(); left -= 1) {
      const [first] = log.sealed;
      if (first === undefined || closing.aborted) return;
      if (consistsOfNewest(first) && !areMany()) {
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
    let [live, dead] = [0, 0];
    for (const segment of log.sealed) {
      live += segment.live;
      dead += segment.written - segment.live;
    }
    if (log.shortage() !== undefined) return dead > 0;
    return dead > Math.max(live, SLACK_BYTES) || areMany();
  }

  function areMany(): boolean {
    return log.sealed.length > FEW_SEGMENTS + (2 * log.size()) / USUAL_BYTES;
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
