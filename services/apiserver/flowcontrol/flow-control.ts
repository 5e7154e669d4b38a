import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { Distribution } from '@pilothouse/runtime/metrics/series.js';
import { InFlight } from '../metrics/in-flight.js';
import { METRICS } from '../metrics/table.js';
import { createFairQueue, type FairQueue, type Waiting } from './fair-queue.js';
import { createTimeSlices, nodeLoop, type Loop } from './time-slices.js';

/** As metrics call them: what only reads, and everything else. Each has its own places. */
export type RequestKind = 'readOnly' | 'mutating';

export interface FlowControlOptions {
  /** How many requests of each kind may be under way; 0 sets no limit. */
  readonly maxRequestsInFlight: number;
  readonly maxMutatingRequestsInFlight: number;
  /** Milliseconds that a request may take. It waits for its place for a quarter of them at most, as in Kubernetes. */
  readonly requestTimeout: number;
  /** An integer from 0 up to but not including `limit`. */
  readonly random: (limit: number) => number;
  /** That of this process when absent. */
  readonly loop?: Loop;
}

/** What there is to tell of one kind of request. */
export interface FlowCounts {
  readonly running: number;
  readonly waiting: number;
  /** The most that waited at once in the last second. */
  readonly mostWaiting: number;
  /** Since the start. */
  readonly refused: Readonly<Record<Refusal, number>>;
  /** Since the start: seconds that those waited who were let in after it, and those who were refused after it. */
  readonly waited: Distribution;
  readonly waitedInVain: Distribution;
}

/** Refused because too many waited, because it took too long, or because there was too little memory to begin. */
export type Refusal = 'queue-full' | 'time-out' | 'memory';

/** A request that waits; its `onAbort` is that of RequestContext. */
export interface Abandonable {
  readonly onAbort: (callback: (reason: Error) => void) => void;
}

/** The places of one kind of request. */
export interface ConcurrencyLimiter {
  /** Takes a place for the user, at once; false where he has to wait. */
  readonly tryAcquire: (user: string) => boolean;
  /** Resolves when the user has a place. Throws 429 where that takes too long, and the reason once the request is given up. */
  readonly acquire: (user: string, request: Abandonable) => Promise<void>;
  /** Gives the place back. */
  readonly release: (user: string) => void;
  /** Counts a request that is not begun for want of memory. Returns what its sender is told. */
  readonly refuseForMemory: () => StatusError;
  readonly counts: () => FlowCounts;
}

export type FlowControl = Readonly<Record<RequestKind, ConcurrencyLimiter>>;

/** How many requests of one user, and of all, may wait. */
const WAITING = { waitingPerFlow: 512, waiting: 2048 };
/** Milliseconds between two looks at those who wait. */
const INTERVAL = 1000;
/** The most seconds after which a client is to come again. */
const LONGEST_RETRY = 8;

interface Waiter extends Waiting {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Bounds how many requests are under way, and has users take turns once somebody has to wait: because no place is free, or
 * because this turn of the event loop has been long enough.
 */
export function createFlowControl({
  requestTimeout,
  random,
  loop = nodeLoop,
  ...options
}: FlowControlOptions): FlowControl {
  const { maxRequestsInFlight: reads, maxMutatingRequestsInFlight: writes } = options;
  const patience = requestTimeout / 4;
  const refusals = createRefusals({ random, loop, perSecond: reads + writes });
  const kinds: Pool[] = [];
  let last = 0;
  const turns = createTimeSlices(loop, () => {
    // Kinds take turns too.
    for (let tried = 0; tried < kinds.length; tried++) {
      last = (last + 1) % kinds.length;
      if (kinds[last]?.begin() === true) return true;
    }
    return false;
  });
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    for (const kind of kinds) kind.refuseBefore(loop.now() - patience);
    if (kinds.some(({ queue }) => queue.waiting() > 0)) return;
    clearInterval(timer);
    timer = undefined;
  };
  const shared: Shared = {
    loop,
    refusals,
    hasTime: turns.hasTime,
    work: turns.work,
    watchTime: () => {
      timer ??= setInterval(look, Math.min(INTERVAL, patience)).unref();
    },
  };
  const [readOnly, mutating] = [createPool(reads, shared), createPool(writes, shared)];
  kinds.push(readOnly, mutating);
  return { readOnly, mutating };
}

interface Shared {
  readonly loop: Loop;
  readonly refusals: Refusals;
  readonly hasTime: () => boolean;
  /** Has those begin who wait and may. */
  readonly work: () => void;
  /** Has those refused who wait for too long. */
  readonly watchTime: () => void;
}

interface Pool extends ConcurrencyLimiter {
  readonly queue: FairQueue<Waiter>;
  /** Lets the next one in who waits; false where there is none. */
  readonly begin: () => boolean;
  readonly refuseBefore: (time: number) => void;
}

function createPool(limit: number, { loop, refusals, hasTime, work, watchTime }: Shared): Pool {
  const queue = createFairQueue<Waiter>({ limit: limit === 0 ? Infinity : limit, ...WAITING });
  const refused = { 'queue-full': 0, 'time-out': 0, memory: 0 };
  const { buckets } = METRICS.waitDuration;
  const [waited, waitedInVain] = [new Distribution(buckets), new Distribution(buckets)];
  const peak = new InFlight();
  const secondsSince = (time: number): number => (loop.now() - time) / 1000;
  const refuse = (waiter: Waiter, why: Refusal): void => {
    refused[why] += 1;
    waitedInVain.observe(secondsSince(waiter.since));
    waiter.reject(refusals.next());
  };
  return {
    queue,
    tryAcquire: (user) => queue.waiting() === 0 && hasTime() && queue.tryEnter(user),
    async acquire(user, request) {
      const since = loop.now();
      peak.enter(since);
      const waiting = new Promise<void>((resolve, reject) => {
        const waiter = { flow: user, since, resolve, reject };
        const left = queue.wait(waiter);
        if (left !== undefined) refuse(left, 'queue-full');
        request.onAbort((reason) => {
          if (queue.remove(waiter)) reject(reason);
        });
        work();
        watchTime();
      });
      await waiting.finally(() => peak.leave());
    },
    release(user) {
      queue.leave(user);
      if (queue.waiting() > 0) work();
    },
    refuseForMemory() {
      refused.memory += 1;
      return tooManyRequests(1);
    },
    counts: () => ({
      running: queue.running(),
      waiting: queue.waiting(),
      mostWaiting: peak.most(loop.now()),
      refused: { ...refused },
      waited,
      waitedInVain,
    }),
    begin() {
      const waiter = queue.next();
      if (waiter === undefined) return false;
      waited.observe(secondsSince(waiter.since));
      waiter.resolve();
      return true;
    },
    refuseBefore(time) {
      for (const waiter of queue.removeBefore(time)) refuse(waiter, 'time-out');
    },
  };
}

/** What those are told who are refused. */
interface Refusals {
  readonly next: () => StatusError;
}

interface RefusalOptions {
  readonly random: (limit: number) => number;
  readonly loop: Loop;
  /** How many may come again in one second. */
  readonly perSecond: number;
}

/** All come again after a second, as in Kubernetes, unless so many are refused that they had better spread out. */
function createRefusals({ random, loop, perSecond }: RefusalOptions): Refusals {
  let since = Number.NEGATIVE_INFINITY;
  let count = 0;
  return {
    next() {
      const now = loop.now();
      if (now - since >= 1000) [since, count] = [now, 0];
      count += 1;
      const seconds = Math.min(Math.ceil(count / Math.max(perSecond, 1)), LONGEST_RETRY);
      return tooManyRequests(1 + random(seconds));
    },
  };
}

/** 429 as Kubernetes says it. */
function tooManyRequests(retryAfterSeconds: number): StatusError {
  const message = 'Too many requests, please try again later.';
  return new StatusError('TooManyRequests', message, { details: { retryAfterSeconds } });
}
