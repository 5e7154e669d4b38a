/** The queue is full. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

export interface FairQueueOptions {
  /** Maximum number of concurrent pieces of work. */
  readonly concurrency: number;
  /** Greatest queue length of one key, and of all keys together. */
  readonly waitingPerKey: number;
  readonly waiting: number;
  /** Called with the queue length and the concurrency whenever they change. */
  readonly onDepth?: (waiting: number, running: number) => void;
}

/** Queues work for a key. Rejects with BusyError if the queue is full. */
export type FairQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Fair queue for expensive work: each key has at most one piece of work in flight, and waiting keys take turns round-robin, so
 * that a busy key does not delay the others.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { concurrency, waitingPerKey, waiting: maxWaiting, onDepth } = options;
  const running = new Set<string>();
  /** Waiting work by key, in order of the next turn. */
  const queues = new Map<string, (() => void)[]>();
  let waiting = 0;

  function startNext(): void {
    for (const [key, queue] of queues) {
      if (running.size >= concurrency) break;
      if (running.has(key)) continue;
      queues.delete(key);
      const [start, ...others] = queue;
      if (others.length > 0) queues.set(key, others);
      if (start === undefined) continue;
      waiting -= 1;
      running.add(key);
      start();
    }
    onDepth?.(waiting, running.size);
  }

  return async (key, work) => {
    const queue = queues.get(key) ?? [];
    if (waiting >= maxWaiting || queue.length >= waitingPerKey)
      throw new BusyError('too many tokens are being checked');
    const turn = new Promise<void>((resolve) => queues.set(key, [...queue, resolve]));
    waiting += 1;
    startNext();
    await turn;
    try {
      return await work();
    } finally {
      running.delete(key);
      startNext();
    }
  };
}
