import { setTimeout as delay } from 'node:timers/promises';
import type { BatchOptions } from '../options/audit.js';
import { createThrottle } from './throttle.js';

export interface BatchesOptions {
  readonly batch: BatchOptions;
  /** Delivers a batch; never rejects. */
  readonly deliver: (events: readonly string[]) => Promise<unknown>;
  /** How many batches may be delivered at the same time. */
  readonly concurrency: number;
}

/** Events that wait to be delivered together. */
export interface Batches {
  /** False where there is no room, or no more are taken. */
  readonly add: (event: string) => boolean;
  /** Takes no more, and resolves once all of them are delivered. */
  readonly close: () => Promise<void>;
}

/**
 * Delivers events in batches: as soon as one is full, or its first event has waited long enough. When as many deliveries
 * are under way as may be, events wait, as many as the buffer holds.
 */
export function createBatches({ batch: options, deliver, concurrency }: BatchesOptions): Batches {
  const { bufferSize, maxSize, maxWait } = options;
  const waiting: string[] = [];
  const underWay = new Set<Promise<unknown>>();
  const closing = new AbortController();
  const throttle = options.throttle && createThrottle(options.throttle);
  let isRunning = false;
  let running = Promise.resolve();
  let full = new AbortController();

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < maxSize) await pause(maxWait, AbortSignal.any([closing.signal, full.signal]));
      if (throttle !== undefined) await pause(throttle(performance.now()), closing.signal);
      if (underWay.size >= concurrency) await Promise.race(underWay);
      const batch = waiting.splice(0, maxSize);
      full = new AbortController();
      const delivery = deliver(batch).finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    }
    isRunning = false;
  }

  return {
    add(event) {
      if (closing.signal.aborted || waiting.length >= bufferSize) return false;
      waiting.push(event);
      if (waiting.length >= maxSize) full.abort();
      if (!isRunning) {
        isRunning = true;
        running = run();
      }
      return true;
    },
    async close() {
      closing.abort();
      await running;
      await Promise.all(underWay);
    },
  };
}

/** What Node's timers can hold. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** Resolves after so many milliseconds, or when the signal is aborted. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || signal.aborted) return;
  await delay(Math.min(milliseconds, LONGEST_DELAY), undefined, { signal }).catch(() => undefined);
}
