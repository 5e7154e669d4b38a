import { setTimeout as delay } from 'node:timers/promises';

/** The clock and the chance that retries go by. */
export interface Timing {
  /** Milliseconds since some fixed moment; never goes back. */
  readonly now: () => number;
  /** Rejects when the signal is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number;
}

export const systemTiming: Timing = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  random: () => Math.random(),
};

export interface BackoffOptions {
  /** Milliseconds before the second attempt, before chance shortens it. */
  readonly first: number;
  /** The longest wait. */
  readonly longest: number;
}

/** How long to wait after so many failures in a row (1 or more): doubled each time, and up to half of it left off by chance. */
export function backoff(failures: number, { first, longest }: BackoffOptions, random: () => number): number {
  const full = Math.min(first * 2 ** (failures - 1), longest);
  return full * (1 - random() / 2);
}
