import type { Stretches } from './stretches.js';

/** Long work that stops between its steps. */
export type Steps<Result> = Generator<void, Result>;

/** The result of all steps. Other work has its turn between two of them once it has waited for some milliseconds. */
export async function inStretches<Result>(steps: Steps<Result>, stretches: Stretches): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const turn = stretches();
    if (turn !== undefined) await turn;
  }
}

/** The same without a stop. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
