import type { MetricDefinition } from './definition.js';
import { histogram, numbers, type Metric } from './series.js';

/** Events of a work queue. Times are in seconds. */
export interface QueueCounts {
  readonly added: () => void;
  readonly depth: (keys: number) => void;
  /** Work on a key starts after this queueing time. */
  readonly started: (waited: number) => void;
  readonly finished: (worked: number) => void;
  readonly retried: () => void;
}

export interface QueueMetrics {
  readonly metrics: readonly Metric[];
  /** The recorder for the queue of that name. */
  readonly queue: (name: string) => QueueCounts;
}

/** In seconds, from 10 ns to 10 s. */
const BUCKETS = Array.from({ length: 10 }, (_, index) => Number(`1e${index - 8}`));
const common = { labels: ['name'], stability: 'ALPHA' } as const;

/** Work queue metrics with Kubernetes' names. */
export const QUEUE_METRICS = {
  adds: { ...common, name: 'workqueue_adds_total', type: 'counter', help: 'Keys added to the queue.' },
  depth: { ...common, name: 'workqueue_depth', type: 'gauge', help: 'Keys waiting in the queue.' },
  waited: {
    ...common,
    name: 'workqueue_queue_duration_seconds',
    type: 'histogram',
    help: 'Time that keys waited in the queue.',
    buckets: BUCKETS,
  },
  worked: {
    ...common,
    name: 'workqueue_work_duration_seconds',
    type: 'histogram',
    help: 'Duration of the work on a key.',
    buckets: BUCKETS,
  },
  retries: { ...common, name: 'workqueue_retries_total', type: 'counter', help: 'Retries of keys.' },
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
