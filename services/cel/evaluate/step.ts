import type { Checked } from '../types/checker.js';
import type { Value } from '../values/value.js';
import type { Run } from './run.js';

/** A part of an expression that is ready to be evaluated. An error is a value. */
export type Step = (run: Run) => Value;

/** What steps are made from. Variables live in slots of the run. */
export interface Plan {
  readonly checked: Checked;
  readonly scope: ReadonlyMap<string, number>;
  /** The number of slots that are needed. */
  readonly slots: { count: number };
}
