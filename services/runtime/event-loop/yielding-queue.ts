import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSlots } from './slots.js';

/** Runs tasks of some milliseconds each, and yields to the event loop between them, so that requests are served. */
export interface YieldingQueue {
  readonly run: <Result>(work: () => Result) => Promise<Result>;
}

/** Runs one task per event loop turn, in FIFO order. */
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
