import { createFlowCounts, type Rejection, type SchemaCounts } from '../metrics/flow-control.js';
import type { RequestContext } from '../request/context.js';
import { isWatch } from '../request/info.js';
import type { Metric } from '@pilothouse/runtime/metrics/series.js';
import type { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { kindOf, type FlowConfig, type RequestKind } from './config.js';
import type { Flow, SchemaName } from './flow.js';
import type { Queued } from './fair-queue.js';
import { KindLoad } from './kind-load.js';
import { createLevels, type Level } from './levels.js';
import { createRefusals, tooManyRequests } from './refusals.js';
import { createTimeSlices, nodeLoop, type Loop } from './time-slices.js';
import { createVirtualTime } from './virtual-time.js';
import { estimateWork, type LoadOf, type Work } from './work.js';

export interface FlowControlOptions {
  /** The configuration until another is set. */
  readonly config: FlowConfig;
  /** Request timeout in milliseconds. A request is queued for at most a quarter of it, as in Kubernetes. */
  readonly requestTimeout: number;
  /** An integer from 0 up to but not including `limit`. */
  readonly random: (limit: number) => number;
  /** Event loop of this process when absent. */
  readonly loop?: Loop;
}

/** What flow control reads of a request. */
export type Limited = Pick<RequestContext, 'user' | 'info' | 'query' | 'onAbort'>;

/** A request in flow control, from its arrival to the release of its seats. Times are in milliseconds. */
export interface Ticket extends Queued<Ticket> {
  readonly flow: Flow;
  readonly request: Limited;
  readonly work: Work;
  readonly level: Level<Ticket>;
  readonly counts: SchemaCounts;
  /** Headers that tell the client the FlowSchema and the priority level. */
  readonly headers: Readonly<Record<string, string>>;
  readonly kind: KindLoad;
  /** Settles `start`, while the request waits. */
  waiter: Waiter | undefined;
  /** Time of the dispatch; 0 while the request waits. */
  started: number;
}

export interface FlowControl {
  /** Applies another configuration. Waiting and executing requests keep their places. */
  readonly configure: (config: FlowConfig) => void;
  /** Sets the function that tells what a list or a write costs. Each costs one seat before. */
  readonly estimateBy: (loadOf: LoadOf) => void;
  /** Finds the flow of a request and estimates its work. */
  readonly classify: (request: Limited) => Ticket;
  /** Takes seats immediately. Returns false if the request must wait. */
  readonly tryStart: (ticket: Ticket) => boolean;
  /** Resolves when the request has its seats. Rejects with 429, and with the reason of an abort. */
  readonly start: (ticket: Ticket) => Promise<void>;
  /** Returns the seats. */
  readonly end: (ticket: Ticket) => void;
  /** Counts a request that is rejected because memory is scarce. Returns its 429. */
  readonly refuseForMemory: (ticket: Ticket) => StatusError;
  /** Lends unused seats to levels that need them. Called every ten seconds. */
  readonly adjust: () => void;
  readonly levels: () => Iterable<Level<Ticket>>;
  /** Whether requests are queued. */
  readonly areWaiting: () => boolean;
  /** Maximum number of queued requests in the last second. */
  readonly mostWaiting: (kind: RequestKind) => number;
  /** The same for requests with seats. */
  readonly mostExecuting: (kind: RequestKind) => number;
  readonly metrics: readonly Metric[];
}

/** Milliseconds between two checks for requests that waited too long. */
const INTERVAL = 1000;
const NO_LOAD: LoadOf = () => undefined;

/**
 * API Priority and Fairness: each request belongs to a flow of a priority level, which has seats and fair queues. Requests
 * wait when no seat is free, or when the time slice of this turn of the event loop is used up. Levels share the event loop in
 * proportion to their seats.
 */
export function createFlowControl(options: FlowControlOptions): FlowControl {
  const { requestTimeout, random, loop = nodeLoop } = options;
  const maxWait = requestTimeout / 4;
  const counts = createFlowCounts();
  const levels = createLevels<Ticket>(counts, loop.now);
  const kinds: Readonly<Record<RequestKind, KindLoad>> = {
    readOnly: new KindLoad('readOnly', counts, loop.now),
    mutating: new KindLoad('mutating', counts, loop.now),
  };
  /** Number of queued requests. */
  let waiting = 0;
  const time = createVirtualTime();
  /** FlowSchemas that requests had since the configuration was applied, by name: of thousands, few are in use. */
  const schemas = new Map<string, KnownSchema>();
  let loadOf = NO_LOAD;
  let { classify } = options.config;
  let refusals = createRefusals({ random, perSecond: 1 });
  let timer: NodeJS.Timeout | undefined;

  const slices = createTimeSlices(loop, dispatchNext);

  function configure(config: FlowConfig): void {
    levels.configure(config);
    ({ classify } = config);
    kinds.readOnly.configure(config.limits.readOnly, loop.now());
    kinds.mutating.configure(config.limits.mutating, loop.now());
    schemas.clear();
    counts.keepSchemas((name) => config.schemas.has(name));
    const seats = config.levels.reduce((sum, { limits }) => sum + limits.nominal, 0);
    refusals = createRefusals({ random, perSecond: seats });
    if (waiting > 0) slices.work();
  }

  function knownSchema(schema: SchemaName, level: Level<Ticket>): KnownSchema {
    let known = schemas.get(schema.name);
    if (known === undefined) {
      known = { counts: counts.ofSchema(level.name, schema.name), headers: headersOf(schema, level) };
      schemas.set(schema.name, known);
    }
    return known;
  }

  /** Dispatches the request with the next turn. Returns false if there is none. */
  function dispatchNext(): boolean {
    let ticket: Ticket | undefined;
    for (const level of levels.all()) {
      if (level.queue.waiting() === 0 || (ticket !== undefined && ticket.level.turn.start <= level.turn.start))
        continue;
      ticket = level.next() ?? ticket;
    }
    if (ticket === undefined) return false;
    const { level, seats, waiter } = ticket;
    time.begin(level.turn, seats / Math.max(1, level.limits().nominal));
    const now = loop.now();
    level.begin(ticket, now);
    settle(ticket, now, 'waited');
    dispatched(ticket, now);
    waiter?.resolve();
    return true;
  }

  function dispatched(ticket: Ticket, now: number): void {
    const { level, counts: cells, seats } = ticket;
    ticket.started = now;
    level.running.add(ticket);
    ticket.kind.begin(now);
    level.totals.dispatched += 1;
    cells.dispatched.value += 1;
    cells.executing.value += 1;
    cells.executingSeats.value += seats;
  }

  /** A request leaves the queue. */
  function settle(ticket: Ticket, now: number, outcome: 'waited' | 'waitedInVain'): void {
    waiting -= 1;
    ticket.waiter = undefined;
    ticket.kind.leave(now);
    const { counts: cells, seats, arrived } = ticket;
    cells.waiting.value -= 1;
    cells.waitingSeats.value -= seats;
    cells[outcome].observe((now - arrived) / 1000);
  }

  function reject({ level, counts: cells }: Ticket, reason: Rejection): void {
    const { totals } = level;
    if (reason === 'time-out') totals.timedOut += 1;
    else if (reason === 'cancelled') totals.cancelled += 1;
    else totals.rejected += 1;
    cells.reject(reason);
    levels.forgetIfIdle(level);
  }

  function checkWaits(): void {
    const now = loop.now();
    for (const level of levels.all()) {
      for (const ticket of level.removeBefore(now - maxWait, now)) {
        const { waiter } = ticket;
        settle(ticket, now, 'waitedInVain');
        reject(ticket, 'time-out');
        waiter?.reject(refusals.next(now));
      }
    }
    if (waiting > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function enqueue(ticket: Ticket, waiter: Waiter): void {
    const { level, counts: cells, seats, arrived } = ticket;
    if (level.queue.waiting() === 0) time.activate(level.turn);
    const length = level.wait(ticket, arrived);
    if (length === undefined) {
      reject(ticket, level.settings().queuing === undefined ? 'concurrency-limit' : 'queue-full');
      waiter.reject(refusals.next(arrived));
      return;
    }
    waiting += 1;
    ticket.waiter = waiter;
    ticket.kind.wait(arrived);
    cells.waiting.value += 1;
    cells.waitingSeats.value += seats;
    cells.queueLength.observe(length);
    ticket.request.onAbort((reason) => {
      const now = loop.now();
      if (!level.remove(ticket, now)) return;
      settle(ticket, now, 'waitedInVain');
      reject(ticket, 'cancelled');
      waiter.reject(reason);
    });
    slices.work();
    timer ??= setInterval(checkWaits, Math.min(INTERVAL, maxWait)).unref();
  }

  configure(options.config);
  return {
    configure,
    adjust() {
      levels.adjust();
      if (waiting > 0) slices.work();
    },
    estimateBy: (load) => void (loadOf = load),
    classify(request) {
      const flow = classify(request.user, request.info);
      const level = levels.get(flow.level);
      if (level === undefined) throw new Error(`no priority level ${flow.level}`);
      const work = estimateWork(request, level.settings().widest, loadOf);
      const known = knownSchema(flow.schema, level);
      if (work.watchers !== undefined) known.counts.watchers.observe(work.watchers);
      return {
        flow,
        request,
        work,
        level,
        ...known,
        kind: kinds[kindOf(request.info)],
        schema: flow.schema.name,
        distinguisher: flow.distinguisher,
        seats: work.seats,
        arrived: loop.now(),
        queue: undefined,
        isWaiting: false,
        waiter: undefined,
        previous: undefined,
        next: undefined,
        started: 0,
      };
    },
    tryStart(ticket) {
      const { level } = ticket;
      if (!level.settings().isExempt && (level.queue.waiting() > 0 || !slices.hasTime())) return false;
      if (!level.tryBegin(ticket, ticket.arrived)) return false;
      dispatched(ticket, ticket.arrived);
      ticket.counts.estimatedSeats.observe(ticket.seats);
      return true;
    },
    start: (ticket) =>
      new Promise((resolve, rejectWith) => {
        ticket.counts.estimatedSeats.observe(ticket.seats);
        enqueue(ticket, { resolve, reject: rejectWith });
      }),
    end(ticket) {
      const { level, counts: cells, seats, started, work } = ticket;
      const now = loop.now();
      const elapsed = now - started;
      level.end(ticket, now, { held: elapsed * seats, afterwards: work.afterwards });
      level.running.remove(ticket);
      ticket.kind.end(now);
      cells.executing.value -= 1;
      cells.executingSeats.value -= seats;
      (isWatch(ticket.request.info) ? cells.watchStarted : cells.executed).observe(elapsed / 1000);
      levels.forgetIfIdle(level);
      if (level.queue.waiting() > 0) slices.work();
    },
    refuseForMemory(ticket) {
      reject(ticket, 'memory');
      return tooManyRequests(1);
    },
    levels: levels.all,
    areWaiting: () => waiting > 0,
    mostWaiting: (kind) => kinds[kind].mostWaiting(loop.now()),
    mostExecuting: (kind) => kinds[kind].mostExecuting(loop.now()),
    metrics: counts.metrics,
  };
}

interface KnownSchema {
  readonly counts: SchemaCounts;
  readonly headers: Readonly<Record<string, string>>;
}

/** Kubernetes' headers. Without priority and fairness, there are none. */
function headersOf({ uid }: SchemaName, level: Level<Ticket>): Readonly<Record<string, string>> {
  const levelUid = level.settings().uid;
  if (uid === '' || levelUid === '') return {};
  return { 'x-kubernetes-pf-flowschema-uid': uid, 'x-kubernetes-pf-prioritylevel-uid': levelUid };
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}
