/** Counts what a work queue does. Times are in seconds. */
export interface QueueMetrics {
  readonly added: () => void;
  readonly depth: (keys: number) => void;
  /** Work on a key has begun, which waited so long. */
  readonly started: (waited: number) => void;
  readonly finished: (worked: number) => void;
  readonly retried: () => void;
}

const nothing = (): void => undefined;

/** Counts nothing. */
export const NO_METRICS: QueueMetrics = {
  added: nothing,
  depth: nothing,
  started: nothing,
  finished: nothing,
  retried: nothing,
};
