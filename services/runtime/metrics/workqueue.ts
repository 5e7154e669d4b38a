import type { MetricDefinition } from './definition.js';
import { histogram, numbers, type Metric } from './series.js';

/** What a work queue tells of itself. Times are in seconds. */
export interface QueueCounts {
  readonly added: () => void;
  readonly depth: (keys: number) => void;
  /** Work on a key has begun, which waited so long. */
  readonly started: (waited: number) => void;
  readonly finished: (worked: number) => void;
  readonly retried: () => void;
}

export interface QueueMetrics {
  readonly metrics: readonly Metric[];
  /** Counts what the queue of that name does. */
  readonly queue: (name: string) => QueueCounts;
}

/** Seconds: from 10 ns to 10 s. */
const BUCKETS = Array.from({ length: 10 }, (_, index) => Number(`1e${index - 8}`));
const common = { labels: ['name'], stability: 'ALPHA' } as const;

/** The metrics of work queues, with Kubernetes' names. */
export const QUEUE_METRICS = {
  adds: { ...common, name: 'workqueue_adds_total', type: 'counter', help: 'Keys that were added to the queue.' },
  depth: { ...common, name: 'workqueue_depth', type: 'gauge', help: 'Keys that wait in the queue.' },
  waited: {
    ...common,
    name: 'workqueue_queue_duration_seconds',
    type: 'histogram',
    help: 'How long keys waited before work on them began.',
    buckets: BUCKETS,
  },
  worked: {
    ...common,
    name: 'workqueue_work_duration_seconds',
    type: 'histogram',
    help: 'How long the work on a key took.',
    buckets: BUCKETS,
  },
  retries: { ...common, name: 'workqueue_retries_total', type: 'counter', help: 'Keys that had to be tried again.' },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export function createQueueMetrics(): QueueMetrics {
  const adds = numbers(QUEUE_METRICS.adds);
  const depth = numbers(QUEUE_METRICS.depth);
  const retries = numbers(QUEUE_METRICS.retries);
  const waited = histogram(QUEUE_METRICS.waited);
  const worked = histogram(QUEUE_METRICS.worked);
  return {
    metrics: [adds, depth, waited, worked, retries],
    queue(name) {
      const [added, waiting, retried] = [adds.at(name), depth.at(name), retries.at(name)];
      const [waitedOf, workedOf] = [waited.at(name), worked.at(name)];
      return {
        added: () => void (added.value += 1),
        depth: (keys) => void (waiting.value = keys),
        started: (seconds) => waitedOf.observe(seconds),
        finished: (seconds) => workedOf.observe(seconds),
        retried: () => void (retried.value += 1),
      };
    },
  };
}
