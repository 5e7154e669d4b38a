import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { Distribution } from '@pilothouse/runtime/metrics/series.js';
import { InFlight } from '../metrics/in-flight.js';
import { METRICS } from '../metrics/table.js';
import { createFairQueue, type FairQueue, type Waiting } from './fair-queue.js';
import { createTimeSlices, nodeLoop, type Loop } from './time-slices.js';

/** Request kind, as in metrics. Each kind has its own seats. */
export type RequestKind = 'readOnly' | 'mutating';

export interface FlowControlOptions {
  /** Maximum number of executing read requests; 0 sets no limit. */
  readonly maxRequestsInFlight: number;
  readonly maxMutatingRequestsInFlight: number;
  /** Request timeout in milliseconds. A request is queued for at most a quarter of it, as in Kubernetes. */
  readonly requestTimeout: number;
  /** An integer from 0 up to but not including `limit`. */
  readonly random: (limit: number) => number;
  /** Event loop of this process when absent. */
  readonly loop?: Loop;
}

/** Counts of a request kind. */
export interface FlowCounts {
  readonly running: number;
  readonly waiting: number;
  /** Maximum number of queued requests in the last second. */
  readonly mostWaiting: number;
  /** Number of rejections since the start. */
  readonly refused: Readonly<Record<Refusal, number>>;
  /** Seconds in the queue since the start, of dispatched requests and of rejected ones. */
  readonly waited: Distribution;
  readonly waitedInVain: Distribution;
}

/** Reason of a rejection: the queue is full, the wait took too long, or memory is scarce. */
export type Refusal = 'queue-full' | 'time-out' | 'memory';

/** A queued request. `onAbort` is that of RequestContext. */
export interface Abandonable {
  readonly onAbort: (callback: (reason: Error) => void) => void;
}

/** Seats of a request kind. */
export interface ConcurrencyLimiter {
  /** Takes a seat for the user immediately. Returns false if the request must be queued. */
  readonly tryAcquire: (user: string) => boolean;
  /** Resolves when the request has a seat. Rejects with 429 after the maximum wait, and with the reason of an abort. */
  readonly acquire: (user: string, request: Abandonable) => Promise<void>;
  /** Releases the seat. */
  readonly release: (user: string) => void;
  /** Counts a request that is rejected because memory is scarce. Returns its 429. */
  readonly refuseForMemory: () => StatusError;
  readonly counts: () => FlowCounts;
}

export type FlowControl = Readonly<Record<RequestKind, ConcurrencyLimiter>>;

/** Maximum numbers of queued requests of each user, and in total. */
const WAITING = { waitingPerFlow: 512, waiting: 2048 };
/** Milliseconds between two checks for requests that waited too long. */
const INTERVAL = 1000;
/** Maximum of `retryAfterSeconds`. */
const LONGEST_RETRY = 8;

interface Waiter extends Waiting {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Priority and fairness: limits concurrent requests of each kind. Requests are queued, and users dispatched round robin, when no
 * seat is free or when the time slice of this turn of the event loop is used up.
 */
export function createFlowControl({
  requestTimeout,
  random,
  loop = nodeLoop,
  ...options
}: FlowControlOptions): FlowControl {
  const { maxRequestsInFlight: reads, maxMutatingRequestsInFlight: writes } = options;
  const maxWait = requestTimeout / 4;
  const refusals = createRefusals({ random, loop, perSecond: reads + writes });
  const kinds: Pool[] = [];
  let last = 0;
  const slices = createTimeSlices(loop, () => {
    // Kinds are dispatched round robin too.
    for (let tried = 0; tried < kinds.length; tried++) {
      last = (last + 1) % kinds.length;
      if (kinds[last]?.begin() === true) return true;
    }
    return false;
  });
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    for (const kind of kinds) kind.refuseBefore(loop.now() - maxWait);
    if (kinds.some(({ queue }) => queue.waiting() > 0)) return;
    clearInterval(timer);
    timer = undefined;
  };
  const shared: Shared = {
    loop,
    refusals,
    hasTime: slices.hasTime,
    work: slices.work,
    watchTime: () => {
      timer ??= setInterval(check, Math.min(INTERVAL, maxWait)).unref();
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
  /** Dispatches queued requests. */
  readonly work: () => void;
  /** Starts the check for requests that waited too long. */
  readonly watchTime: () => void;
}

interface Pool extends ConcurrencyLimiter {
  readonly queue: FairQueue<Waiter>;
  /** Dispatches the next queued request. Returns false if there is none. */
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
      mostWaiting: peak.maximum(loop.now()),
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

/** Errors of rejected requests. */
interface Refusals {
  readonly next: () => StatusError;
}

interface RefusalOptions {
  readonly random: (limit: number) => number;
  readonly loop: Loop;
  /** Maximum number of clients that retry in the same second. */
  readonly perSecond: number;
}

/** `retryAfterSeconds` is 1, as in Kubernetes. If many requests are rejected, it is random, so that retries spread out. */
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

/** 429 with the text of Kubernetes. */
function tooManyRequests(retryAfterSeconds: number): StatusError {
  const message = 'Too many requests, please try again later.';
  return new StatusError('TooManyRequests', message, { details: { retryAfterSeconds } });
}
