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
 * `old` is undefined where the value replaces nothing.
 */
export type Check = (value: JsonValue, old: JsonValue | undefined, walk: Walk) => number;

/** The whole path in messages; the name of the body is Kubernetes' own. */
export function where(walk: Walk): string {
  return `${pathText(walk.path)} in body`;
}

/** Errors that Kubernetes reports without a path. */
export const NO_PATH = '<nil>';
