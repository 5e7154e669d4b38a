import { stat } from 'node:fs/promises';
import { StoreUnavailableError } from '../store.js';
import { codeOf } from './files.js';

/**
 * Write fence: whether this process still owns the log. A process that takes over renames the log directory, so that
 * every path of the previous owner fails from then on.
 */
export interface Fence {
  /** Rejects with StoreUnavailableError once another process has taken over. */
  readonly verify: () => Promise<void>;
  /** Same as `verify`, but skips the check when the last one is recent. */
  readonly verifyRecently: () => Promise<void>;
  /** Aborted when another process has taken over; its reason is the error. */
  readonly lost: AbortSignal;
  readonly stop: () => void;
}

/** Check interval in milliseconds while nothing is written. */
const INTERVAL_MS = 1000;
/** Milliseconds for which a check stays valid before a write. Every write is followed by its own check. */
const VALID_MS = 100;

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
    // Other disk errors are reported by writes.
    verify().catch(() => undefined);
  }, INTERVAL_MS).unref();

  return {
    verify,
    verifyRecently: async () => {
      if (performance.now() - verifiedAt > VALID_MS || lost.signal.aborted) await verify();
    },
    lost: lost.signal,
    stop: () => clearInterval(timer),
  };
}
