import { setTimeout as pause } from 'node:timers/promises';

export interface SpreadOptions {
  /** Milliseconds that all of them may take together. */
  readonly longest: number;
  /** Milliseconds for each, as long as that is less. */
  readonly each: number;
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/** Milliseconds between two steps; shorter ones would be late anyway. */
const STEP = 20;

/**
 * Does something for each item, and not for all at once: whoever they belong to will come back, and so many at the same time
 * would be a burden to others. A few take no time worth mentioning.
 */
export async function spread<T>(items: readonly T[], act: (item: T) => void, options: SpreadOptions): Promise<void> {
  const { longest, each, pause: wait = pause } = options;
  const time = Math.min(longest, items.length * each);
  const steps = Math.max(1, Math.ceil(time / STEP));
  const atOnce = Math.ceil(items.length / steps);
  for (let start = 0; start < items.length; start += atOnce) {
    if (start > 0) await wait(STEP);
    for (const item of items.slice(start, start + atOnce)) act(item);
  }
}
