import type { WriteResult } from '../store.js';
import type { State } from './state.js';
import type { WriteRequest } from './writer.js';

/** Node timers are limited to 24 days, and the clock may be adjusted. */
const MAX_SLEEP_MS = 60_000;
const RETRY_MS = 1000;
/** Number of entries deleted at a time. */
const BATCH_SIZE = 500;

export interface Expiry {
  /** Schedules the expiry of an entry at `at` (milliseconds since the epoch). */
  planned(at: number): void;
}

export interface ExpiryOptions {
  readonly write: (request: WriteRequest) => Promise<WriteResult>;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Deletes expired entries, including those that expired while the store was closed. */
export function createExpiry({ versions, closing }: State, { write, now, onError }: ExpiryOptions): Expiry {
  let timer: NodeJS.Timeout | undefined;
  let wakeAt = Infinity;

  function sleepUntil(at: number): void {
    if (at >= wakeAt || closing.aborted) return;
    wakeAt = at;
    clearTimeout(timer);
    timer = setTimeout(wake, Math.min(Math.max(at - now(), 0), MAX_SLEEP_MS));
    timer.unref();
  }

  function wake(): void {
    wakeAt = Infinity;
    expireDue().then(sleepUntil, (error: unknown) => {
      onError(error);
      sleepUntil(now() + RETRY_MS);
    });
  }

  /** Deletes due entries and returns the next expiry time. */
  async function expireDue(): Promise<number> {
    for (;;) {
      const due = versions.expired(now(), BATCH_SIZE);
      if (due.length === 0) return versions.nextExpiry();
      await Promise.all(due.map(({ key, revision }) => write({ key, value: undefined, expected: revision })));
    }
  }

  closing.addEventListener('abort', () => clearTimeout(timer), { once: true });
  sleepUntil(versions.nextExpiry());
  return { planned: sleepUntil };
}
