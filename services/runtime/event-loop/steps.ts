import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import type { Yielder } from './yielder.js';

/** Runs all steps in time slices: yields to the event loop after each slice. */
export async function runInSlices<Result>(steps: Steps<Result>, maybeYield: Yielder): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const turn = maybeYield();
    if (turn !== undefined) await turn;
  }
}
