import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSlots } from './slots.js';

/** Runs work of some milliseconds in turns of the event loop of its own, so that requests are served in between. */
export interface Turns {
  readonly run: <Result>(work: () => Result) => Promise<Result>;
}

/** One piece of work in each turn, first come, first served. */
export function createTurns(): Turns {
  const slots = createSlots(1);
  return {
    run: (work) =>
      slots.run(async () => {
        await nextTurn();
        return work();
      }),
  };
}
