/** How the event loop goes on. */
export interface Loop {
  /** Milliseconds. */
  readonly now: () => number;
  /** Calls back in the next turn of the event loop, when what came in until then has been read. */
  readonly nextTurn: (callback: () => void) => void;
  /** Calls back when all that can be done without waiting has been done. */
  readonly afterWork: (callback: () => void) => void;
}

export const nodeLoop: Loop = {
  now: () => performance.now(),
  nextTurn: (callback) => void setImmediate(callback),
  // The promises that can go on do so before the next tick that one of them asks for.
  afterWork: (callback) => queueMicrotask(() => process.nextTick(callback)),
};

/**
 * Milliseconds of a turn of the event loop in which requests are begun. What comes later waits for its user's turn. To read
 * requests and to write their answers takes several times as long as this, in the same turn, which others wait for.
 */
const SLICE = 0.5;
/** What is begun in a turn before anybody looks at the clock. */
const UNTIMED = 4;

/** Keeps turns of the event loop short, so that nobody's many requests stand between others and the answer to one. */
export interface TimeSlices {
  /** Whether one more may be begun as it comes. */
  readonly hasTime: () => boolean;
  /** Has `begin` called, now and in later turns, as long as it begins something and so returns true. */
  readonly work: () => void;
}

/** `begin` begins one request that waits, where there is one that may. */
export function createTimeSlices(loop: Loop, begin: () => boolean): TimeSlices {
  let begun = 0;
  let since = 0;
  let isWorking = false;
  const endTurn = (): void => {
    begun = 0;
  };
  const goOn = (): void => {
    if (loop.now() - since >= SLICE) loop.nextTurn(startTurn);
    else if (begin()) loop.afterWork(goOn);
    else isWorking = false;
  };
  const startTurn = (): void => {
    since = loop.now();
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
      loop.nextTurn(startTurn);
    },
  };
}
