/** A queued request. */
export interface Waiting {
  /** Flow that the request belongs to: the user name. */
  readonly flow: string;
  /** Time of the enqueue, in milliseconds. */
  readonly since: number;
}

export interface FairQueueOptions {
  /** Maximum number of executing requests; Infinity sets no limit. */
  readonly limit: number;
  /** Maximum numbers of queued requests of each flow, and in total. */
  readonly waitingPerFlow: number;
  readonly waiting: number;
}

/**
 * Fair queue: seats for executing requests, and a FIFO queue for each flow. Flows are dispatched round robin. The first queued
 * request of a flow without executing requests therefore waits for at most one request of each flow that is already queued.
 */
export interface FairQueue<Waiter extends Waiting> {
  readonly running: () => number;
  readonly waiting: () => number;
  /** Takes a seat if one is free and no request is queued. */
  readonly tryEnter: (flow: string) => boolean;
  /** Enqueues a request. Returns the request to reject: one that was evicted for it, or the request itself. */
  readonly wait: (waiter: Waiter) => Waiter | undefined;
  /** Dispatches the next request that may take a seat. */
  readonly next: () => Waiter | undefined;
  /** Releases a seat of the flow. */
  readonly leave: (flow: string) => void;
  /** Removes a queued request. Returns false if it is not queued. */
  readonly remove: (waiter: Waiter) => boolean;
  /** Removes all requests that were enqueued before `time`. */
  readonly removeBefore: (time: number) => Waiter[];
}

/** One of this many seats is reserved for flows without executing requests. */
const RESERVED = 10;

/**
 * Creates a fair queue. A tenth of the seats is reserved for flows without executing requests, so that a flow of slow requests
 * cannot take all seats. If the queue is full, the latest request of the longest flow is evicted, unless the new request belongs
 * to that flow.
 */
export function createFairQueue<Waiter extends Waiting>(options: FairQueueOptions): FairQueue<Waiter> {
  const { limit, waitingPerFlow, waiting: maximum } = options;
  const open = limit - (Number.isFinite(limit) ? Math.floor(limit / RESERVED) : 0);
  /** Number of executing requests by flow; flows without any are absent. */
  const seats = new Map<string, number>();
  /** Queued requests by flow, in round-robin order. No queue is empty. */
  const queues = new Map<string, Set<Waiter>>();
  let running = 0;
  let waiting = 0;

  const mayEnter = (flow: string): boolean => running < open || (running < limit && !seats.has(flow));

  function enter(flow: string): void {
    running += 1;
    seats.set(flow, (seats.get(flow) ?? 0) + 1);
  }

  function remove(waiter: Waiter): boolean {
    const queue = queues.get(waiter.flow);
    if (queue?.delete(waiter) !== true) return false;
    waiting -= 1;
    if (queue.size === 0) queues.delete(waiter.flow);
    return true;
  }

  /** Latest request of the longest flow, if that is longer than `size`. */
  function latestOfLongest(size: number): Waiter | undefined {
    let longest: ReadonlySet<Waiter> | undefined;
    for (const queue of queues.values()) if (queue.size > (longest?.size ?? size)) longest = queue;
    return longest && [...longest].at(-1);
  }

  return {
    running: () => running,
    waiting: () => waiting,
    tryEnter(flow) {
      if (waiting > 0 || !mayEnter(flow)) return false;
      enter(flow);
      return true;
    },
    wait(waiter) {
      const size = queues.get(waiter.flow)?.size ?? 0;
      if (size >= waitingPerFlow) return waiter;
      const refused = waiting < maximum ? undefined : latestOfLongest(size + 1);
      if (waiting >= maximum && refused === undefined) return waiter;
      if (refused !== undefined) remove(refused);
      const queue = queues.get(waiter.flow);
      if (queue === undefined) queues.set(waiter.flow, new Set([waiter]));
      else queue.add(waiter);
      waiting += 1;
      return refused;
    },
    next() {
      if (running >= limit) return undefined;
      for (const [flow, queue] of queues) {
        if (!mayEnter(flow)) continue;
        const [first] = queue;
        if (first === undefined) continue;
        remove(first);
        // Round robin: the flow moves to the end.
        if (queues.delete(flow)) queues.set(flow, queue);
        enter(flow);
        return first;
      }
      return undefined;
    },
    leave(flow) {
      running -= 1;
      const left = (seats.get(flow) ?? 0) - 1;
      if (left > 0) seats.set(flow, left);
      else seats.delete(flow);
    },
    remove,
    removeBefore(time) {
      const late: Waiter[] = [];
      for (const queue of queues.values()) {
        for (const waiter of queue) {
          if (waiter.since >= time) break;
          late.push(waiter);
        }
      }
      for (const waiter of late) remove(waiter);
      return late;
    },
  };
}
