import type { Timing } from '@pilothouse/client/timing.js';

/** Ends a polling pause early. */
export interface Trigger {
  /** Something may have changed. Ends the current pause, or the next one. */
  readonly fire: () => void;
  /** Resolves after this many milliseconds or, once triggered, after `least` more; at once when the signal aborts. */
  readonly pause: (milliseconds: number, least: number, signal: AbortSignal) => Promise<void>;
  /** All triggers before the end of the last pause have been handled. */
  readonly handled: () => void;
  /** When the oldest unhandled trigger occurred, by the clock of the timing; undefined if there is none. */
  readonly pendingSince: () => number | undefined;
}

export function createTrigger(timing: Timing): Trigger {
  let isFired = false;
  let since: number | undefined;
  let wake = new AbortController();

  const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
    timing.sleep(milliseconds, signal).catch(() => undefined);

  return {
    fire() {
      isFired = true;
      since ??= timing.now();
      wake.abort();
    },
    async pause(milliseconds, least, signal) {
      if (!isFired) await sleep(milliseconds, AbortSignal.any([signal, wake.signal]));
      if (isFired && !signal.aborted) await sleep(least, signal);
      isFired = false;
      wake = new AbortController();
    },
    handled() {
      if (!isFired) since = undefined;
    },
    pendingSince: () => since,
  };
}
