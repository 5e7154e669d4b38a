/** Milliseconds between the first two corrections, and the longest wait. */
const MIN_BACKOFF = 100;
const MAX_BACKOFF = 300_000;
/** Milliseconds without corrections after which the backoff is reset. */
const QUIET_PERIOD = 60_000;

/**
 * Backoff for corrections of the same object. Servers on one etcd with different certificates would otherwise overwrite each
 * other's work without end.
 */
export interface CorrectionBackoff {
  /** Milliseconds until the object may be corrected; 0 records a correction now. */
  readonly delay: (key: string) => number;
  readonly forget: (key: string) => void;
}

/** `now` is in milliseconds. */
export function createCorrectionBackoff(now: () => number): CorrectionBackoff {
  const last = new Map<string, { readonly at: number; readonly wait: number }>();
  return {
    delay(key) {
      const time = now();
      const { at, wait } = last.get(key) ?? { at: -Infinity, wait: MIN_BACKOFF };
      const passed = time - at;
      if (passed < wait) return wait - passed;
      // The other server waits as long, and part of that twice.
      const isQuiet = passed > 4 * wait + QUIET_PERIOD;
      last.set(key, { at: time, wait: isQuiet ? MIN_BACKOFF : Math.min(2 * wait, MAX_BACKOFF) });
      return 0;
    },
    forget(key) {
      last.delete(key);
    },
  };
}
