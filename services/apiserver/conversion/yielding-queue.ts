import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSlots } from './slots.js';

/** Runs work of some milliseconds in turns of the event loop of its own, so that requests are served in between. */
export interface YieldingQueue {
  readonly run: <Result>(work: () => Result) => Promise<Result>;
}

/** One piece of work in each turn, first come, first served. */
export function createYieldingQueue(): YieldingQueue {
  const slots = createSlots(1);
  return {
    run: (work) =>
      slots.run(async () => {
        await nextTurn();
        return work();
      }),
  };
}
