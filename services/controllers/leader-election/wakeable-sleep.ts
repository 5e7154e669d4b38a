import type { Timing } from '@pilothouse/client/timing.js';

/** A sleep that can be interrupted. */
export interface WakeableSleep {
  /** Sleeps until that time of the clock, or less if it is far away. */
  readonly until: (time: number) => Promise<void>;
  readonly wake: () => void;
}

/** Timers of Node.js are limited to some weeks. */
const MAX_SLEEP = 60 * 60_000;

/** The signal interrupts it too. */
export function createWakeableSleep(timing: Timing, signal: AbortSignal): WakeableSleep {
  let current = new AbortController();
  const wake = (): void => current.abort();
  signal.addEventListener('abort', wake, { once: true });
  return {
    wake,
    async until(time) {
      current = new AbortController();
      if (signal.aborted) return;
      const milliseconds = Math.min(Math.max(time - timing.now(), 0), MAX_SLEEP);
      await timing.sleep(milliseconds, current.signal).catch(() => undefined);
    },
  };
}
