import type { Checked } from '../types/checker.js';
import type { Value } from '../values/value.js';
import type { Run } from './run.js';

/** A compiled part of an expression. Errors are values. */
export type Step = (run: Run) => Value;

/** The context of compilation. Variables live in slots of the run. */
export interface Plan {
  readonly checked: Checked;
  readonly scope: ReadonlyMap<string, number>;
  /** The fields of a variable, by its slot, that live in slots themselves. */
  readonly members: Members;
  /** The numbers of slots, and of parts that the run can keep. */
  readonly count: { slots: number; parts: number };
}

export type Members = ReadonlyMap<number, ReadonlyMap<string, number>>;
