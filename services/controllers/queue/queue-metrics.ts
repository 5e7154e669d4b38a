import type { QueueCounts } from '@pilothouse/runtime/metrics/workqueue.js';

/** Counts what a work queue does. Times are in seconds. */
export type QueueMetrics = QueueCounts;

const nothing = (): void => undefined;

/** Counts nothing. */
export const NO_METRICS: QueueMetrics = {
  added: nothing,
  depth: nothing,
  started: nothing,
  finished: nothing,
  retried: nothing,
};
