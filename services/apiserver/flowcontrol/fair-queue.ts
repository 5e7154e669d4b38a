/** Somebody who waits for a place. */
export interface Waiting {
  /** Whose turn it is to be; the user's name. */
  readonly flow: string;
  /** When it began to wait, in milliseconds. */
  readonly since: number;
}

export interface FairQueueOptions {
  /** How many may be under way at once; Infinity sets no limit. */
  readonly limit: number;
  /** How many may wait of one flow, and of all together. */
  readonly waitingPerFlow: number;
  readonly waiting: number;
}

/**
 * Places, and queues of those who wait for one. Flows take turns, and each is served in the order it came. So whoever is the
 * first of his flow and has nothing under way waits for no more than one request of each other flow that waits already.
 */
export interface FairQueue<Waiter extends Waiting> {
  readonly running: () => number;
  readonly waiting: () => number;
  /** Takes a place where one is free and nobody waits. */
  readonly tryEnter: (flow: string) => boolean;
  /** Puts somebody in the queue. What is returned had to leave it for that, or could not enter: it is refused. */
  readonly wait: (waiter: Waiter) => Waiter | undefined;
  /** Gives a place to whoever is next and may have one. */
  readonly next: () => Waiter | undefined;
  /** Gives back a place of the flow. */
  readonly leave: (flow: string) => void;
  /** Takes out whoever no longer wants to wait; false where it does not wait. */
  readonly remove: (waiter: Waiter) => boolean;
  /** Takes out all who began to wait before that time. */
  readonly removeBefore: (time: number) => Waiter[];
}

/** One place of so many is kept for flows that have nothing under way. */
const RESERVED = 10;

/**
 * Makes a queue with all places free. The last tenth of the places is for flows that have nothing under way, so that one flow
 * whose requests take long leaves room for others. Of a full queue the longest flow loses its latest, unless it is the
 * newcomer's own.
 */
export function createFairQueue<Waiter extends Waiting>(options: FairQueueOptions): FairQueue<Waiter> {
  const { limit, waitingPerFlow, waiting: most } = options;
  const open = limit - (Number.isFinite(limit) ? Math.floor(limit / RESERVED) : 0);
  /** How many each flow has under way; flows with none are absent. */
  const places = new Map<string, number>();
  /** Those who wait, by flow; the flow whose turn is next comes first. None of them is empty. */
  const queues = new Map<string, Set<Waiter>>();
  let running = 0;
  let waiting = 0;

  const mayEnter = (flow: string): boolean => running < open || (running < limit && !places.has(flow));

  function enter(flow: string): void {
    running += 1;
    places.set(flow, (places.get(flow) ?? 0) + 1);
  }

  function remove(waiter: Waiter): boolean {
    const queue = queues.get(waiter.flow);
    if (queue?.delete(waiter) !== true) return false;
    waiting -= 1;
    if (queue.size === 0) queues.delete(waiter.flow);
    return true;
  }

  /** The latest of the longest flow, where that is longer than one of so many. */
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
      const refused = waiting < most ? undefined : latestOfLongest(size + 1);
      if (waiting >= most && refused === undefined) return waiter;
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
        // Whoever is left goes behind all others.
        if (queues.delete(flow)) queues.set(flow, queue);
        enter(flow);
        return first;
      }
      return undefined;
    },
    leave(flow) {
      running -= 1;
      const left = (places.get(flow) ?? 0) - 1;
      if (left > 0) places.set(flow, left);
      else places.delete(flow);
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
