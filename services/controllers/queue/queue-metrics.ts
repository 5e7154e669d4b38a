import type { QueueCounts } from '@pilothouse/runtime/metrics/workqueue.js';

/** Counters of a work queue. Times are in seconds. */
export type QueueMetrics = QueueCounts;

const nothing = (): void => undefined;

/** Records nothing. */
export const NO_METRICS: QueueMetrics = {
  added: nothing,
  depth: nothing,
  started: nothing,
  finished: nothing,
  retried: nothing,
};
