/** More work waits than will be done in time. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

export interface FairQueueOptions {
  /** How much work is under way at a time. */
  readonly concurrency: number;
  /** How much may wait for one key, and for all together. */
  readonly waitingPerKey: number;
  readonly waiting: number;
  /** Told of how much waits and is under way, whenever that changes. */
  readonly onDepth?: (waiting: number, running: number) => void;
}

/** Does work for a key when it is its turn; throws BusyError where too much waits already. */
export type FairQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Bounds costly work, and shares it out: of one key one piece is under way at a time, and keys that wait take turns, so that
 * whoever asks for much by one key keeps nobody waiting who asks by another.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { concurrency, waitingPerKey, waiting: maxWaiting, onDepth } = options;
  const running = new Set<string>();
  /** Those who wait, by key; the key whose turn is next comes first. */
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
