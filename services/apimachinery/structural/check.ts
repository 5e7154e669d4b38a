import type { JsonValue } from '../json/value.js';
import type { FieldError } from '../status/field-error.js';
import type { Budget } from './budget.js';
import { pathText } from './normalise.js';

export interface Walk {
  readonly path: (string | number)[];
  errors: FieldError[];
  readonly budget: Budget;
}

/**
 * Adds the errors of a value. Returns the number of passed checks, which selects the best of several alternatives.
 * `old` is undefined if the value replaces nothing.
 */
export type ScalarCheck = (value: JsonValue, old: JsonValue | undefined, walk: Walk) => number;

/** The same in steps for values with nested values or alternatives, which may be many. */
export type Check = (value: JsonValue, old: JsonValue | undefined, walk: Walk) => number | CheckSteps;
export type CheckSteps = Generator<void, number>;

/** The whole path in messages; the name of the body is Kubernetes' own. */
export function where(walk: Walk): string {
  return `${pathText(walk.path)} in body`;
}

/** Errors that Kubernetes reports without a path. */
export const NO_PATH = '<nil>';
