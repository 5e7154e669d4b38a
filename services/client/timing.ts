import { setTimeout as delay } from 'node:timers/promises';

/** The clock and the source of randomness for retries. */
export interface Timing {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Rejects when the signal aborts. */
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
  /** Milliseconds before the second attempt, without jitter. */
  readonly first: number;
  /** The longest wait in milliseconds. */
  readonly longest: number;
}

/** Exponential backoff after this many consecutive failures (1 or more), with up to half of it removed as jitter. */
export function backoff(failures: number, { first, longest }: BackoffOptions, random: () => number): number {
  const full = Math.min(first * 2 ** (failures - 1), longest);
  return full * (1 - random() / 2);
}
