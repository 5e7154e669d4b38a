import type { Timing } from '@pilothouse/client/timing.js';

/** A sleep that others can end. */
export interface Nap {
  /** Sleeps until that time of the clock, or a while less where that is far. */
  readonly until: (time: number) => Promise<void>;
  readonly wake: () => void;
}

/** Timers of Node.js cannot wait for more than some weeks. */
const LONGEST = 60 * 60_000;

/** The signal wakes it too. */
export function createNap(timing: Timing, signal: AbortSignal): Nap {
  let current = new AbortController();
  const wake = (): void => current.abort();
  signal.addEventListener('abort', wake, { once: true });
  return {
    wake,
    async until(time) {
      current = new AbortController();
      if (signal.aborted) return;
      const milliseconds = Math.min(Math.max(time - timing.now(), 0), LONGEST);
      await timing.sleep(milliseconds, current.signal).catch(() => undefined);
    },
  };
}
