/** Event loop. */
export interface Loop {
  /** Milliseconds. */
  readonly now: () => number;
  /** Calls back in the next turn of the event loop, after pending input has been read. */
  readonly nextTurn: (callback: () => void) => void;
  /** Calls back after all pending microtasks. */
  readonly afterWork: (callback: () => void) => void;
}

export const nodeLoop: Loop = {
  now: () => performance.now(),
  nextTurn: (callback) => void setImmediate(callback),
  // Node runs all microtasks before a tick that one of them schedules.
  afterWork: (callback) => queueMicrotask(() => process.nextTick(callback)),
};

/**
 * Milliseconds of a turn of the event loop in which requests start. Later requests are queued. Reading requests and writing
 * responses takes several times as long in the same turn.
 */
const SLICE = 0.5;
/**
 * Part of the last turn that the dispatching of queued requests gets at least. Otherwise refusals of many new requests would fill
 * long turns, in each of which one queued request begins.
 */
const LEAST_PART = 1 / 8;
/** Number of requests that start in a turn before the clock is read. */
const UNTIMED = 4;

/** Time slices: keep turns of the event loop short, so that many requests of one user do not delay the others. */
export interface TimeSlices {
  /** Whether one more request may start in this turn. */
  readonly hasTime: () => boolean;
  /** Calls `begin`, now and in later turns, until it returns false. */
  readonly work: () => void;
}

/** `begin` dispatches one queued request. It returns false if none can be dispatched. */
export function createTimeSlices(loop: Loop, begin: () => boolean): TimeSlices {
  let begun = 0;
  let since = 0;
  let slice = SLICE;
  let isWorking = false;
  const endTurn = (): void => {
    begun = 0;
  };
  const goOn = (): void => {
    if (loop.now() - since >= slice) loop.nextTurn(startTurn);
    else if (begin()) loop.afterWork(goOn);
    else isWorking = false;
  };
  const startTurn = (): void => {
    const now = loop.now();
    slice = Math.max(SLICE, (now - since) * LEAST_PART);
    since = now;
    goOn();
  };
  return {
    hasTime() {
      if (begun === UNTIMED) return !isWorking && loop.now() - since < SLICE;
      begun += 1;
      if (begun === UNTIMED) {
        since = loop.now();
        loop.nextTurn(endTurn);
      }
      return true;
    },
    work() {
      if (isWorking) return;
      isWorking = true;
      since = loop.now();
      loop.nextTurn(startTurn);
    },
  };
}
