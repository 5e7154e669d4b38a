import { setTimeout as delay } from 'node:timers/promises';
import type { BatchOptions } from '../options/audit.js';
import { createThrottle } from './throttle.js';

export interface BatchesOptions {
  readonly batch: BatchOptions;
  /** Delivers a batch; never rejects. */
  readonly deliver: (events: readonly string[]) => Promise<unknown>;
  /** How many batches may be delivered at the same time. */
  readonly concurrency: number;
  /** The characters of all events that wait or are under way; a single one may have more. 256 Mi when absent. */
  readonly maxCharacters?: number;
}

/** Kubernetes bounds the number of events alone, each of which may have as many bytes as the largest answer. */
const MAX_CHARACTERS = 256 * 1024 * 1024;

/** Events that wait to be delivered together. */
export interface Batches {
  /** False where there is no room, or no more are taken. */
  readonly add: (event: string) => boolean;
  /** Takes no more, and resolves once all of them are delivered. */
  readonly close: () => Promise<void>;
}

/**
 * Delivers events in batches: as soon as one is full, or its first event has waited long enough. When as many deliveries
 * are under way as may be, events wait, as many as the buffer holds and memory is for.
 */
export function createBatches(options: BatchesOptions): Batches {
  const { batch, deliver, concurrency, maxCharacters = MAX_CHARACTERS } = options;
  const { bufferSize, maxSize, maxWait } = batch;
  const waiting: string[] = [];
  const underWay = new Set<Promise<unknown>>();
  const closing = new AbortController();
  const throttle = batch.throttle && createThrottle(batch.throttle);
  /** Characters of what waits or is under way. */
  let held = 0;
  let isRunning = false;
  let running = Promise.resolve();
  let full = new AbortController();

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < maxSize) await pause(maxWait, AbortSignal.any([closing.signal, full.signal]));
      if (throttle !== undefined) await pause(throttle(performance.now()), closing.signal);
      if (underWay.size >= concurrency) await Promise.race(underWay);
      const events = waiting.splice(0, maxSize);
      full = new AbortController();
      const delivery = deliver(events).finally(() => {
        underWay.delete(delivery);
        held -= lengthOf(events);
      });
      underWay.add(delivery);
    }
    isRunning = false;
  }

  return {
    add(event) {
      if (closing.signal.aborted || waiting.length >= bufferSize) return false;
      if (held > 0 && held + event.length > maxCharacters) return false;
      waiting.push(event);
      held += event.length;
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

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** What Node's timers can hold. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** Resolves after so many milliseconds, or when the signal is aborted. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || signal.aborted) return;
  await delay(Math.min(milliseconds, LONGEST_DELAY), undefined, { signal }).catch(() => undefined);
}
