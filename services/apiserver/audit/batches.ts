import { setTimeout as delay } from 'node:timers/promises';
import { partOfRate, type Part } from '@pilothouse/runtime/limits/part.js';
import type { BatchOptions } from '../options/audit.js';
import { createThrottle } from './throttle.js';

export interface BatchesOptions {
  readonly batch: BatchOptions;
  /** The part of this process in the throttle. */
  readonly part?: Part | undefined;
  /** Delivers a batch; never rejects. */
  readonly deliver: (events: readonly string[]) => Promise<unknown>;
  /** The maximum number of concurrent batches. */
  readonly concurrency: number;
  /** Limit in characters of all events that wait or are being delivered, except for a single one. 256 Mi by default. */
  readonly maxCharacters?: number;
}

/** Kubernetes limits only the number of events, each of which may be as large as the largest response. */
const MAX_CHARACTERS = 256 * 1024 * 1024;

/** A buffer of events for batched delivery. */
export interface Batches {
  /** False if the buffer is full or closed. */
  readonly add: (event: string) => boolean;
  /** Closes the buffer, and resolves once all events are delivered. */
  readonly close: () => Promise<void>;
}

/**
 * Delivers events in batches, as soon as a batch is full or its first event has waited for the maximum time. At the
 * concurrency limit, events wait in the buffer, which is limited in number and memory.
 */
export function createBatches(options: BatchesOptions): Batches {
  const { batch, part, deliver, concurrency, maxCharacters = MAX_CHARACTERS } = options;
  const { bufferSize, maxSize, maxWait } = batch;
  const waiting: string[] = [];
  const inFlight = new Set<Promise<unknown>>();
  const closing = new AbortController();
  const throttle = batch.throttle && createThrottle(partOfRate(batch.throttle, part));
  /** Characters of waiting events and of those being delivered. */
  let held = 0;
  let isRunning = false;
  let running = Promise.resolve();
  let full = new AbortController();

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < maxSize) await pause(maxWait, AbortSignal.any([closing.signal, full.signal]));
      if (throttle !== undefined) await pause(throttle(performance.now()), closing.signal);
      if (inFlight.size >= concurrency) await Promise.race(inFlight);
      const events = waiting.splice(0, maxSize);
      full = new AbortController();
      const delivery = deliver(events).finally(() => {
        inFlight.delete(delivery);
        held -= lengthOf(events);
      });
      inFlight.add(delivery);
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
      await Promise.all(inFlight);
    },
  };
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** The limit of Node's timers. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** Resolves after the given milliseconds, or when the signal is aborted. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0 || signal.aborted) return;
  await delay(Math.min(milliseconds, LONGEST_DELAY), undefined, { signal }).catch(() => undefined);
}
