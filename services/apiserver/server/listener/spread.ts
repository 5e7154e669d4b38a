import { setTimeout as pause } from 'node:timers/promises';

export interface SpreadOptions {
  /** Maximum duration in milliseconds. */
  readonly longest: number;
  /** Milliseconds for each item, up to `longest` in total. */
  readonly each: number;
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/** Milliseconds between two steps. Shorter timers are not accurate. */
const STEP = 20;

/**
 * Calls `act` for each item, spread over a period of time. When watches end, their clients reconnect, and too many at once would
 * overload other servers. A few items are handled immediately.
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
