import { readNumber } from './encoding.js';
import type { State } from './state.js';
import type { WriteResult } from '../store.js';
import type { WriteRequest } from './writer.js';

/** Timers lose their way beyond 24 days, and clocks are set. */
const LONGEST_SLEEP_MS = 60_000;
const CHUNK_RECORDS = 500;

export interface Expiry {
  /** Something expires at `at` (milliseconds since the epoch). */
  planned(at: number): void;
}

export interface ExpiryOptions {
  readonly write: (request: WriteRequest) => Promise<WriteResult>;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Deletes entries whose time has come, also those that expired while the store was closed. */
export function createExpiry(state: State, { write, now, onError }: ExpiryOptions): Expiry {
  let timer: NodeJS.Timeout | undefined;
  let wakeAt = Infinity;

  function sleepUntil(at: number): void {
    if (at >= wakeAt || state.closing.aborted) return;
    wakeAt = at;
    clearTimeout(timer);
    timer = setTimeout(wake, Math.min(Math.max(at - now(), 0), LONGEST_SLEEP_MS));
    timer.unref();
  }

  function wake(): void {
    wakeAt = Infinity;
    expireDue().then(sleepUntil, (error: unknown) => {
      onError(error);
      sleepUntil(now() + 1000);
    });
  }

  /** Returns when the next entry expires. */
  async function expireDue(): Promise<number> {
    const time = now();
    const due: Promise<unknown>[] = [];
    let next = Infinity;
    for (const { key: expiry, value: key } of state.env.expiries.getRange({ limit: CHUNK_RECORDS })) {
      next = readNumber(expiry);
      if (next > time) break;
      due.push(write({ key, value: undefined, expected: readNumber(expiry, 8), expiry }));
    }
    await Promise.all(due);
    return due.length === CHUNK_RECORDS ? time : next;
  }

  state.closing.addEventListener('abort', () => clearTimeout(timer), { once: true });
  sleepUntil(now());
  return { planned: sleepUntil };
}
