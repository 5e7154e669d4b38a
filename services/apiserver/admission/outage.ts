/** Follows whether a service gives answers. */
export interface Outage {
  readonly failed: (error: unknown) => void;
  readonly answered: () => void;
}

export interface OutageOptions {
  /** Told when it begins, with the first reason. */
  readonly onBegin: (error: unknown) => void;
  /** Told when it is over. */
  readonly onEnd: () => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

/** Milliseconds from one beginning to the next at least: of several replicas one may be gone, so that it fails and answers in turns. */
const PERIOD = 60_000;

/** Tells of an outage once, however many questions it leaves without an answer: how many those are is a metric. */
export function createOutage({ onBegin, onEnd, now }: OutageOptions): Outage {
  let isTold = false;
  let toldAt = -Infinity;
  return {
    failed(error) {
      if (isTold || now() - toldAt < PERIOD) return;
      [isTold, toldAt] = [true, now()];
      onBegin(error);
    },
    answered() {
      if (!isTold) return;
      isTold = false;
      onEnd();
    },
  };
}
