import {
  histogram,
  numbers,
  reading,
  type Cell,
  type Distribution,
  type Metric,
  type Series,
} from '@pilothouse/runtime/metrics/series.js';
import { METRICS } from './table.js';
import { TimedRatio } from './timed-ratio.js';

/** Reasons of a rejection: Kubernetes', and too little memory. */
export type Rejection = 'queue-full' | 'concurrency-limit' | 'time-out' | 'cancelled' | 'memory';

/** Metrics of the requests of a FlowSchema in a priority level. */
export interface SchemaCounts {
  readonly dispatched: Cell;
  readonly executing: Cell;
  readonly executingSeats: Cell;
  readonly waiting: Cell;
  readonly waitingSeats: Cell;
  readonly estimatedSeats: Distribution;
  /** Watchers of each write. */
  readonly watchers: Distribution;
  readonly queueLength: Distribution;
  readonly waited: Distribution;
  readonly waitedInVain: Distribution;
  readonly executed: Distribution;
  readonly watchStarted: Distribution;
  readonly reject: (reason: Rejection) => void;
}

/** Metrics of a priority level. The ratios are relative to its nominal seats, or to the places in its queues. */
export interface LevelCounts {
  readonly seatUtilization: TimedRatio;
  readonly waitingUtilization: TimedRatio;
  readonly executingUtilization: TimedRatio;
  readonly demand: TimedRatio;
  /** Sets the numbers of seats after an adjustment. */
  readonly set: (seats: Readonly<Record<SeatNumber, number>>) => void;
}

/** Numbers of seats of a level: its limits, and its demand in the last period. */
const SEAT_NUMBERS = {
  nominal: METRICS.nominalSeats,
  least: METRICS.leastSeats,
  most: METRICS.mostSeats,
  current: METRICS.currentSeats,
  target: METRICS.targetSeats,
  highest: METRICS.demandHighest,
  average: METRICS.demandAverage,
  deviation: METRICS.demandDeviation,
  smoothed: METRICS.demandSmoothed,
} as const;
type SeatNumber = keyof typeof SEAT_NUMBERS;
const SEAT_NAMES = [
  'nominal',
  'least',
  'most',
  'current',
  'target',
  'highest',
  'average',
  'deviation',
  'smoothed',
] as const;

export interface FlowCounts {
  readonly metrics: readonly Metric[];
  readonly ofSchema: (level: string, schema: string) => SchemaCounts;
  readonly ofLevel: (level: string, clock: () => number) => LevelCounts;
  /** The ratio of the requests of a kind in a phase to the limit. */
  readonly ofKind: (phase: 'waiting' | 'executing', kind: string, clock: () => number) => TimedRatio;
  readonly fairFraction: Cell;
  /** Deletes the series of other levels. */
  readonly keepLevels: (isLevel: (level: string) => boolean) => void;
  /** Deletes the series of other FlowSchemas. */
  readonly keepSchemas: (isSchema: (schema: string) => boolean) => void;
}

/** The metrics of API Priority and Fairness, with Kubernetes' names. */
export function createFlowCounts(): FlowCounts {
  const schema = {
    dispatched: numbers(METRICS.dispatchedRequests),
    rejected: numbers(METRICS.rejectedRequests),
    executing: numbers(METRICS.executingRequests),
    executingSeats: numbers(METRICS.executingSeats),
    waiting: numbers(METRICS.queuedRequests),
    waitingSeats: numbers(METRICS.queuedSeats),
    estimatedSeats: histogram(METRICS.estimatedSeats),
    watchers: histogram(METRICS.watchers),
    queueLength: histogram(METRICS.queueLength),
    waited: histogram(METRICS.waitDuration),
    executed: histogram(METRICS.executionDuration),
  };
  const seatUtilization = histogram(METRICS.seatUtilization);
  const requestUtilization = histogram(METRICS.requestUtilization);
  const kindUtilization = histogram(METRICS.kindUtilization);
  const demand = histogram(METRICS.demandSeats);
  const seats = SEAT_NAMES.map((name) => ({ name, series: numbers(SEAT_NUMBERS[name]) }));
  const fairFraction = numbers(METRICS.fairFraction);
  /** Counts the time until now, for each level. */
  const flushes = new Map<string, () => void>();
  /** The same for the kinds of requests. */
  const kindFlushes: (() => void)[] = [];
  const timed = ({ definition, read }: Series<Distribution>): Metric =>
    reading(definition, () => {
      for (const flush of [...flushes.values(), ...kindFlushes]) flush();
      return read();
    });
  return {
    metrics: [
      ...Object.values(schema),
      timed(seatUtilization),
      timed(requestUtilization),
      timed(kindUtilization),
      timed(demand),
      ...seats.map(({ series }) => series),
      fairFraction,
    ],
    fairFraction: fairFraction.at(),
    ofSchema: (levelName, schemaName) => {
      const labels = [levelName, schemaName] as const;
      return {
        dispatched: schema.dispatched.at(...labels),
        executing: schema.executing.at(...labels),
        executingSeats: schema.executingSeats.at(...labels),
        waiting: schema.waiting.at(...labels),
        waitingSeats: schema.waitingSeats.at(...labels),
        estimatedSeats: schema.estimatedSeats.at(...labels),
        watchers: schema.watchers.at(...labels),
        queueLength: schema.queueLength.at(...labels),
        waited: schema.waited.at(...labels, 'true'),
        waitedInVain: schema.waited.at(...labels, 'false'),
        executed: schema.executed.at(...labels, 'regular'),
        watchStarted: schema.executed.at(...labels, 'watch'),
        reject: (reason) => void (schema.rejected.at(...labels, reason).value += 1),
      };
    },
    ofLevel(name, clock) {
      const now = clock();
      const ratios = {
        seatUtilization: new TimedRatio(seatUtilization.at('executing', name), now),
        waitingUtilization: new TimedRatio(requestUtilization.at('waiting', name), now),
        executingUtilization: new TimedRatio(requestUtilization.at('executing', name), now),
        demand: new TimedRatio(demand.at(name), now),
      };
      flushes.set(name, () => {
        const at = clock();
        for (const ratio of Object.values(ratios)) ratio.flush(at);
      });
      return {
        ...ratios,
        set(numbersOf) {
          for (const each of seats) each.series.at(name).value = numbersOf[each.name];
        },
      };
    },
    ofKind(phase, kind, clock) {
      const ratio = new TimedRatio(kindUtilization.at(phase, kind), clock());
      kindFlushes.push(() => ratio.flush(clock()));
      return ratio;
    },
    keepLevels(isLevel) {
      for (const name of flushes.keys()) if (!isLevel(name)) flushes.delete(name);
      for (const series of [...Object.values(schema), demand, ...seats.map((each) => each.series)])
        series.forget(([name = '']) => !isLevel(name));
      for (const series of [seatUtilization, requestUtilization]) series.forget(([, name = '']) => !isLevel(name));
    },
    keepSchemas(isSchema) {
      for (const series of Object.values(schema)) series.forget(([, name = '']) => !isSchema(name));
    },
  };
}
