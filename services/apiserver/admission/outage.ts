/** Tracks whether a service responds. */
export interface Outage {
  readonly failed: (error: unknown) => void;
  readonly answered: () => void;
}

export interface OutageOptions {
  /** Called when an outage begins, with the first error. */
  readonly onBegin: (error: unknown) => void;
  /** Called when an outage ends. */
  readonly onEnd: () => void;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** Minimum milliseconds between two reports. If one of several replicas is down, calls fail and succeed alternately. */
const PERIOD = 60_000;

/** Reports an outage once, for any number of failed calls. A metric counts the calls. */
export function createOutage({ onBegin, onEnd, now }: OutageOptions): Outage {
  let isReported = false;
  let reportedAt = -Infinity;
  return {
    failed(error) {
      if (isReported || now() - reportedAt < PERIOD) return;
      [isReported, reportedAt] = [true, now()];
      onBegin(error);
    },
    answered() {
      if (!isReported) return;
      isReported = false;
      onEnd();
    },
  };
}
