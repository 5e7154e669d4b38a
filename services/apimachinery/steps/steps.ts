/** Long work as a generator that yields between steps, so that a caller can give the event loop a turn. */
export type Steps<Result> = Generator<void, Result>;

/** Runs all steps without yielding. */
export function runWithoutYielding<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
