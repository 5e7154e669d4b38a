import { createLinkedQueue, type Linked, type LinkedQueue } from '@pilothouse/runtime/linked-queue/linked-queue.js';
import type { Queuing } from './config.js';
import { handOf } from './shuffle-sharding.js';
import { createVirtualTime, type Turn } from './virtual-time.js';

/** A request in a fair queue. While it waits, its queue links it. */
export interface Queued<Waiter> extends Linked<Waiter> {
  readonly schema: string;
  /** The flow of the FlowSchema that the request belongs to. */
  readonly distinguisher: string;
  /** Number of seats that it needs. */
  readonly seats: number;
  /** Time of its arrival, in milliseconds. */
  readonly arrived: number;
  /** The queue that it waits in, or waited in, until it has ended. */
  queue: Queue<Waiter> | undefined;
  isWaiting: boolean;
}

/** A queue of a priority level. Only queues with waiting or executing requests exist. */
export interface Queue<Waiter> extends Turn {
  readonly index: number;
  /** First in, first out. */
  readonly waiting: LinkedQueue<Waiter>;
  /** Number of its executing requests, and seats of these and of waiting ones. */
  executing: number;
  seats: number;
}

/** Expected work of a request for each of its seats in milliseconds, as in Kubernetes; corrected when the request ends. */
const EXPECTED = 3;
/** Number of flows whose hands are kept, since a hash and its cards take 20 µs. */
const KEPT_HANDS = 1000;
/** The queue of a level without queues: requests wait in it for the event loop only. */
const ONE: Queuing = { queues: 1, handSize: 1, queueLengthLimit: 0 };
const ONE_HAND: readonly number[] = [0];

/** What a request took. */
export interface Use {
  /** Seat-milliseconds in which it held its seats. */
  readonly held: number;
  /** The part of all seats that is in use, from 0 to 1. A free seat costs the other flows nothing. */
  readonly scarcity: number;
  /** Seat-milliseconds of work after its end. */
  readonly afterwards: number;
}

/**
 * Fair queues of a priority level. Requests of a flow go to the shortest queue of its hand; queues take turns in virtual time,
 * by the cost of their requests.
 */
export interface FairQueue<Waiter extends Queued<Waiter>> {
  /** Sets the number of queues. Waiting requests stay where they are. */
  readonly configure: (queuing: Queuing | undefined) => void;
  /** Number of waiting requests, and of the seats that they need. */
  readonly waiting: () => number;
  readonly waitingSeats: () => number;
  /**
   * Enqueues a request, and returns the length of its queue. Undefined if the request must be rejected: its queue is full, and
   * as many requests wait as its hand and the free seats can hold.
   */
  readonly add: (waiter: Waiter, freeSeats: number) => number | undefined;
  /** The request with the next turn, among those that may have it. */
  readonly peek: (mayBegin: (waiter: Waiter) => boolean) => Waiter | undefined;
  /** Dispatches a request that peek returned. */
  readonly begin: (waiter: Waiter) => void;
  /** A dispatched request has ended. */
  readonly end: (waiter: Waiter, use: Use) => void;
  /** Removes a waiting request. Returns false if it does not wait. */
  readonly remove: (waiter: Waiter) => boolean;
  /** Removes all requests that arrived before `time`. */
  readonly removeBefore: (time: number) => readonly Waiter[];
  readonly queues: () => Iterable<Queue<Waiter>>;
  readonly virtualTime: () => number;
}

export function createFairQueue<Waiter extends Queued<Waiter>>(): FairQueue<Waiter> {
  const queues = new Map<number, Queue<Waiter>>();
  const time = createVirtualTime();
  const hands = new Map<string, readonly number[]>();
  let queuing = ONE;
  let waiting = 0;
  let waitingSeats = 0;

  function handFor({ schema, distinguisher }: Waiter): readonly number[] {
    if (queuing.queues === 1) return ONE_HAND;
    const flow = `${schema}\0${distinguisher}`;
    let hand = hands.get(flow);
    if (hand === undefined) {
      hand = handOf(flow, queuing);
      if (hands.size === KEPT_HANDS) hands.clear();
      hands.set(flow, hand);
    }
    return hand;
  }

  function shortest(indexes: readonly number[]): number {
    let [best = 0] = indexes;
    for (const index of indexes) if (seatsOf(index) < seatsOf(best)) best = index;
    return best;
  }
  const seatsOf = (index: number): number => queues.get(index)?.seats ?? 0;

  function forgetIdle(queue: Queue<Waiter>): void {
    if (queue.waiting.size() === 0 && queue.executing === 0) queues.delete(queue.index);
  }

  function leave(waiter: Waiter, queue: Queue<Waiter>): void {
    queue.waiting.remove(waiter);
    waiter.isWaiting = false;
    waiting -= 1;
    waitingSeats -= waiter.seats;
  }

  function remove(waiter: Waiter): boolean {
    const { queue } = waiter;
    if (queue === undefined || !waiter.isWaiting) return false;
    leave(waiter, queue);
    queue.seats -= waiter.seats;
    waiter.queue = undefined;
    forgetIdle(queue);
    return true;
  }

  return {
    configure(wanted = ONE) {
      queuing = wanted;
      hands.clear();
    },
    waiting: () => waiting,
    waitingSeats: () => waitingSeats,
    add(waiter, freeSeats) {
      const index = shortest(handFor(waiter));
      let queue = queues.get(index);
      const { queueLengthLimit, handSize } = queuing;
      const isFull = (queue?.waiting.size() ?? 0) >= queueLengthLimit;
      // While seats are free, requests wait only for the event loop.
      if (isFull && waitingSeats - freeSeats >= handSize * queueLengthLimit) return undefined;
      if (queue === undefined) {
        queue = { index, start: 0, waiting: createLinkedQueue(), executing: 0, seats: 0 };
        queues.set(index, queue);
      }
      if (queue.waiting.size() === 0) time.activate(queue);
      queue.waiting.add(waiter);
      waiter.isWaiting = true;
      queue.seats += waiter.seats;
      waiter.queue = queue;
      waiting += 1;
      waitingSeats += waiter.seats;
      return queue.waiting.size();
    },
    peek(mayBegin) {
      let next: Waiter | undefined;
      let start = Infinity;
      for (const queue of queues.values()) {
        if (queue.start >= start) continue;
        const first = queue.waiting.first();
        if (first === undefined || !mayBegin(first)) continue;
        next = first;
        ({ start } = queue);
      }
      return next;
    },
    begin(waiter) {
      const { queue, seats } = waiter;
      if (queue === undefined) return;
      leave(waiter, queue);
      queue.executing += 1;
      time.begin(queue, seats * EXPECTED);
    },
    end(waiter, use) {
      const { queue, seats } = waiter;
      if (queue === undefined) return;
      queue.executing -= 1;
      queue.seats -= seats;
      const expected = seats * EXPECTED;
      const cost = costOf(expected, use);
      queue.start += cost - expected;
      time.pass(cost / queues.size);
      forgetIdle(queue);
    },
    remove,
    removeBefore(limit) {
      const late: Waiter[] = [];
      for (const queue of queues.values()) {
        for (let waiter = queue.waiting.first(); waiter !== undefined; waiter = waiter.next) {
          if (waiter.arrived >= limit) break;
          late.push(waiter);
        }
      }
      for (const waiter of late) remove(waiter);
      return late;
    },
    queues: () => queues.values(),
    virtualTime: time.now,
  };
}

/**
 * The cost of a request to its flow: the expected work in the event loop as far as seats are free, and the time that it held its seats
 * as far as they are scarce.
 */
function costOf(expected: number, { held, scarcity, afterwards }: Use): number {
  return expected + (held - expected) * scarcity + afterwards;
}
