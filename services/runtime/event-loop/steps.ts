import type { Yielder } from './yielder.js';

/** Long work as a generator that yields between steps. */
export type Steps<Result> = Generator<void, Result>;

/** Runs all steps in time slices: yields to the event loop after each slice. */
export async function runInSlices<Result>(steps: Steps<Result>, maybeYield: Yielder): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const turn = maybeYield();
    if (turn !== undefined) await turn;
  }
}

/** Runs all steps without yielding. */
export function runWithoutYielding<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
