import { stat } from 'node:fs/promises';
import { StoreUnavailableError } from '../store.js';
import { codeOf } from './files.js';

/**
 * Whether the log still belongs to this process. A process that takes over renames the directory of the log, so that every path
 * in it fails for the former holder from then on, and a look at the directory tells.
 */
export interface Fence {
  /** Rejects with StoreUnavailableError once the log was taken over, and each time after that. */
  readonly verify: () => Promise<void>;
  /** As `verify`, where the last look was longer ago than a moment. */
  readonly verifyRecently: () => Promise<void>;
  /** Aborted when the log was taken over; its reason is the error. */
  readonly lost: AbortSignal;
  readonly stop: () => void;
}

/** Milliseconds between two looks where nothing is written. */
const INTERVAL = 1000;
/** Milliseconds for which a look counts before a write. After a write there is always another one. */
const RECENT = 100;

export function createFence(log: string, directory: string): Fence {
  const lost = new AbortController();
  let verifiedAt = -Infinity;

  async function verify(): Promise<void> {
    if (lost.signal.aborted) throw lost.signal.reason;
    try {
      await stat(log);
      verifiedAt = performance.now();
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      lost.abort(
        new StoreUnavailableError(`${directory} has been taken over by another process, or was removed`, false),
      );
      throw lost.signal.reason;
    }
  }

  const timer = setInterval(() => {
    // What else may be wrong with the disk is found by writes.
    verify().catch(() => undefined);
  }, INTERVAL).unref();

  return {
    verify,
    verifyRecently: async () => {
      if (performance.now() - verifiedAt > RECENT || lost.signal.aborted) await verify();
    },
    lost: lost.signal,
    stop: () => clearInterval(timer),
  };
}
