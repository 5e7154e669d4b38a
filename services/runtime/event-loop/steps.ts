import type { Stretches } from './stretches.js';

/** Long work as a generator that yields between steps. */
export type Steps<Result> = Generator<void, Result>;

/** Runs all steps and yields to the event loop every few milliseconds. */
export async function inStretches<Result>(steps: Steps<Result>, stretches: Stretches): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const turn = stretches();
    if (turn !== undefined) await turn;
  }
}

/** Runs all steps without yielding. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
