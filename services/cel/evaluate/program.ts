import { CelError, type Value } from '../values/value.js';
import { RunError, type Run } from './run.js';
import type { Step } from './step.js';

/** A compiled expression. */
export interface Program {
  readonly step: Step;
  /** The number of slots, of which those of the declared variables are the first, in their order. */
  readonly slots: number;
  /** One more than the largest number of a part. */
  readonly parts: number;
}

/** The work of beginning a program. */
const BEGINNING = 100;

/** The value of a program within a limit of its cost, or why it was stopped. `run.cost` is its cost. Throws a Pause. */
export function evaluate(run: Run, { step }: Program, limit: number): Value | RunError {
  run.begin(limit);
  try {
    run.work(BEGINNING);
    return step(run);
  } catch (error) {
    if (error instanceof RunError) return error;
    // The value is nested too deeply to be compared or written.
    if (error instanceof RangeError) return new CelError('the value is nested too deeply');
    throw error;
  }
}
