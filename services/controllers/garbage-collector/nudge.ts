import type { Timing } from '@pilothouse/client/timing.js';

/** Says that a look at something is due earlier than it would be by the clock. */
export interface Nudge {
  /** Something may have changed. Ends the pause that is under way, or the next one. */
  readonly ring: () => void;
  /** Resolves after so many milliseconds or, once it is rung, after `least` more; at once when the signal is aborted. */
  readonly pause: (milliseconds: number, least: number, signal: AbortSignal) => Promise<void>;
  /** All that was rung for before the last pause ended has been looked at. */
  readonly answered: () => void;
  /** Since when there was always something to look at, by the clock of the timing; undefined where there is nothing. */
  readonly openSince: () => number | undefined;
}

export function createNudge(timing: Timing): Nudge {
  let isRung = false;
  let since: number | undefined;
  let wake = new AbortController();

  const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
    timing.sleep(milliseconds, signal).catch(() => undefined);

  return {
    ring() {
      isRung = true;
      since ??= timing.now();
      wake.abort();
    },
    async pause(milliseconds, least, signal) {
      if (!isRung) await sleep(milliseconds, AbortSignal.any([signal, wake.signal]));
      if (isRung && !signal.aborted) await sleep(least, signal);
      isRung = false;
      wake = new AbortController();
    },
    answered() {
      if (!isRung) since = undefined;
    },
    openSince: () => since,
  };
}
