import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds between two checks. */
const PERIOD = 1000;
/** Consecutive checks at which the process was idle. V8 shrinks the space only if little was allocated for seconds. */
const REST = 10;
/** The largest share of the time that an idle process is busy. */
const BUSY = 0.1;
/** Bytes of a young generation that is worth a collection. */
const LARGE = 8 * 1024 * 1024;

export interface YoungGenerationOptions {
  /** Bytes of memory of the young generation, in use or not. */
  readonly size: () => number;
  /** The share of the time since the last call that the event loop was busy. */
  readonly busy: () => number;
  /** Collects the garbage of the young generation: a few milliseconds. */
  readonly collect: () => void;
}

/**
 * Returns the memory of the young generation once the process rests: V8 enlarges it while many objects survive, and
 * shrinks it only in a collection, which an idle process does not need.
 */
export function shrinkWhenIdle({ size, busy, collect }: YoungGenerationOptions = ofThisProcess()): NodeJS.Timeout {
  let rested = 0;
  return setInterval(() => {
    rested = busy() < BUSY ? rested + 1 : 0;
    if (rested < REST || size() < LARGE) return;
    rested = 0;
    collect();
  }, PERIOD).unref();
}

function ofThisProcess(): YoungGenerationOptions {
  let before = performance.eventLoopUtilization();
  return {
    size: () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0,
    busy() {
      const { utilization } = performance.eventLoopUtilization(before);
      before = performance.eventLoopUtilization();
      return utilization;
    },
    collect() {
      setFlagsFromString('--expose-gc');
      const collectGarbage: unknown = runInNewContext('gc');
      if (typeof collectGarbage === 'function') collectGarbage({ type: 'minor' });
    },
  };
}
