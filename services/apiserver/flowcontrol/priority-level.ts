import { smoothDemand, type SeatLimits } from './borrowing.js';
import type { LevelSettings } from './config.js';
import { Demand, type DemandSummary } from './demand.js';
import { createFairQueue, type FairQueue, type Queued, type Use } from './fair-queue.js';
import type { Turn } from './virtual-time.js';

/** Demand of a priority level in the last period of borrowing. */
export interface LevelDemand extends DemandSummary {
  readonly smoothed: number;
}

/** Seats and fair queues of a priority level. Times are in milliseconds. */
export interface PriorityLevel<Waiter extends Queued<Waiter>> {
  readonly name: string;
  readonly settings: () => LevelSettings;
  readonly limits: () => SeatLimits;
  /** Seats that the level has after borrowing and lending. */
  readonly limit: () => number;
  readonly setLimit: (seats: number) => void;
  readonly configure: (settings: LevelSettings) => void;
  /** Turns among levels. */
  readonly turn: Turn;
  readonly queue: Pick<FairQueue<Waiter>, 'waiting' | 'waitingSeats' | 'queues' | 'virtualTime'>;
  readonly executing: () => number;
  readonly executingSeats: () => number;
  readonly isIdle: () => boolean;
  /** Takes seats if they are free and no request waits. */
  readonly tryBegin: (ticket: Waiter, now: number) => boolean;
  /** Enqueues a request. Returns the length of its queue; undefined if it must be rejected. */
  readonly wait: (ticket: Waiter, now: number) => number | undefined;
  /** The waiting request with the next turn, if its seats are free. */
  readonly next: () => Waiter | undefined;
  /** Dispatches a request that next returned. */
  readonly begin: (ticket: Waiter, now: number) => void;
  /** Returns the seats; `use` is what the request took. */
  readonly end: (ticket: Waiter, now: number, use: Pick<Use, 'held' | 'afterwards'>) => void;
  readonly remove: (ticket: Waiter, now: number) => boolean;
  readonly removeBefore: (time: number, now: number) => readonly Waiter[];
  /** The demand since the last call. Starts a new period. */
  readonly takeDemand: (now: number) => LevelDemand;
}

/**
 * One of this many seats of a level with queues is reserved for flows without executing requests, so that a flow of slow requests
 * cannot take all. Kubernetes reserves none.
 */
const RESERVED = 10;

export function createPriorityLevel<Waiter extends Queued<Waiter>>(
  first: LevelSettings,
  { now: created, onChange }: { readonly now: number; readonly onChange: (now: number) => void },
): PriorityLevel<Waiter> {
  const queue = createFairQueue<Waiter>();
  const demand = new Demand(created);
  let settings = first;
  // Half of what is lent is at hand before the first adjustment.
  let limit = Math.floor((first.limits.nominal + first.limits.least) / 2);
  let executing = 0;
  let executingSeats = 0;
  let smoothed = 0;
  /** Number of executing requests of each flow that has any. */
  const flows = new Map<string, number>();
  queue.configure(first.queuing);

  const changed = (now: number): void => {
    demand.set(executingSeats + queue.waitingSeats(), now);
    onChange(now);
  };

  /** A request that needs more seats than there are begins when it is alone. */
  const fits = (seats: number, taken = executingSeats): boolean =>
    settings.isExempt || taken + seats <= limit || (taken === 0 && seats > limit);

  /** Whether the request may take one of the seats that are free: the last ones are reserved. */
  function mayTake(ticket: Waiter): boolean {
    const reserved = settings.queuing === undefined ? 0 : Math.floor(limit / RESERVED);
    return reserved === 0 || executingSeats + ticket.seats <= limit - reserved || !flows.has(keyOf(ticket));
  }

  function enter(ticket: Waiter, now: number): void {
    executing += 1;
    executingSeats += ticket.seats;
    const key = keyOf(ticket);
    flows.set(key, (flows.get(key) ?? 0) + 1);
    changed(now);
  }

  return {
    name: first.name,
    settings: () => settings,
    limits: () => settings.limits,
    limit: () => limit,
    setLimit(seats) {
      limit = seats;
    },
    configure(next) {
      settings = next;
      queue.configure(next.queuing);
    },
    turn: { start: 0 },
    queue,
    executing: () => executing,
    executingSeats: () => executingSeats,
    isIdle: () => executing === 0 && queue.waiting() === 0,
    tryBegin(ticket, now) {
      if (queue.waiting() > 0 || !fits(ticket.seats) || !mayTake(ticket)) return false;
      enter(ticket, now);
      return true;
    },
    wait(ticket, now) {
      // Without queues, a request waits for the event loop only.
      if (settings.queuing === undefined && !fits(ticket.seats, executingSeats + queue.waitingSeats()))
        return undefined;
      const length = queue.add(ticket, Math.max(0, limit - executingSeats));
      if (length !== undefined) changed(now);
      return length;
    },
    next() {
      const ticket = queue.peek(mayTake);
      return ticket !== undefined && fits(ticket.seats) ? ticket : undefined;
    },
    begin(ticket, now) {
      queue.begin(ticket);
      enter(ticket, now);
    },
    end(ticket, now, use) {
      const scarcity = Math.min(1, executingSeats / limit);
      executing -= 1;
      executingSeats -= ticket.seats;
      const key = keyOf(ticket);
      const left = (flows.get(key) ?? 0) - 1;
      if (left > 0) flows.set(key, left);
      else flows.delete(key);
      queue.end(ticket, { ...use, scarcity });
      changed(now);
    },
    remove(ticket, now) {
      const isRemoved = queue.remove(ticket);
      if (isRemoved) changed(now);
      return isRemoved;
    },
    removeBefore(time, now) {
      const late = queue.removeBefore(time);
      if (late.length > 0) changed(now);
      return late;
    },
    takeDemand(now) {
      const summary = demand.take(now);
      smoothed = smoothDemand(smoothed, summary);
      return { ...summary, smoothed };
    },
  };
}

function keyOf({ schema, distinguisher }: Pick<Queued<unknown>, 'schema' | 'distinguisher'>): string {
  return `${schema}\0${distinguisher}`;
}
