import { backoff, systemTiming, type BackoffOptions, type Timing } from '@pilothouse/client/timing.js';
import { NO_METRICS, type QueueMetrics } from './queue-metrics.js';

/**
 * The result of a reconcile step: done, to be repeated after some milliseconds (`requeueAfter`), or to be retried with backoff. A
 * thrown error is a retry too.
 */
export type Outcome = 'done' | 'retry' | { readonly requeueAfter: number };

export interface WorkQueueOptions {
  readonly work: (key: string, signal: AbortSignal) => Promise<Outcome>;
  /** Keys that are processed concurrently. */
  readonly concurrency: number;
  readonly retry: BackoffOptions;
  /** Aborted to stop the queue. */
  readonly signal: AbortSignal;
  /** Called for every error, with the milliseconds until the next attempt. */
  readonly onError?: (key: string, error: unknown, retryIn: number) => void;
  readonly timing?: Timing;
  readonly metrics?: QueueMetrics;
}

export interface WorkQueue {
  /** Adds a key: it is processed at once, also during a retry wait, and once more if it is in progress. */
  readonly add: (key: string) => void;
  /** Resolves when the signal has aborted and the work in flight has ended. */
  readonly ended: Promise<void>;
}

/** Work queue with deduplication: a key is never processed concurrently, and is retried with exponential backoff until it is done. */
export function createWorkQueue(options: WorkQueueOptions): WorkQueue {
  const { work, concurrency, retry, signal, onError, timing = systemTiming, metrics = NO_METRICS } = options;
  /** Ready keys with the time of their addition. */
  const ready = new Map<string, number>();
  /** Keys in progress; true if the key was added again. */
  const running = new Map<string, boolean>();
  const waiting = new Map<string, symbol>();
  const failures = new Map<string, number>();
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });

  const add = (key: string): void => {
    if (signal.aborted) return;
    waiting.delete(key);
    if (running.has(key)) {
      running.set(key, true);
    } else if (!ready.has(key)) {
      ready.set(key, timing.now());
      metrics.added();
    }
    startWork();
  };

  const startWork = (): void => {
    for (const [key, since] of ready) {
      if (signal.aborted || running.size >= concurrency) break;
      ready.delete(key);
      running.set(key, false);
      metrics.started((timing.now() - since) / 1000);
      void run(key);
    }
    metrics.depth(ready.size);
  };

  const run = async (key: string): Promise<void> => {
    const start = timing.now();
    let error: unknown;
    let outcome: Outcome = 'retry';
    try {
      outcome = await work(key, signal);
    } catch (thrown) {
      error = thrown;
    }
    metrics.finished((timing.now() - start) / 1000);
    const again = running.get(key) === true;
    running.delete(key);
    if (outcome !== 'retry') failures.delete(key);
    if (!signal.aborted) {
      if (outcome === 'retry') retryLater(key, error);
      else if (outcome !== 'done') addLater(key, outcome.requeueAfter);
    }
    if (again) add(key);
    if (signal.aborted && running.size === 0) end();
    startWork();
  };

  const retryLater = (key: string, error: unknown): void => {
    const count = (failures.get(key) ?? 0) + 1;
    failures.set(key, count);
    const wait = backoff(count, retry, timing.random);
    metrics.retried();
    if (error !== undefined) onError?.(key, error, wait);
    addLater(key, wait);
  };

  const addLater = (key: string, wait: number): void => {
    const token = Symbol(key);
    waiting.set(key, token);
    timing.sleep(wait, signal).then(
      () => waiting.get(key) === token && add(key),
      () => undefined,
    );
  };

  const onAbort = (): void => {
    if (running.size === 0) end();
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return { add, ended };
}
