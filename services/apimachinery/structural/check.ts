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
 * Adds what is wrong with a value. Returns how many checks held, by which the best of several alternatives is chosen. `old` is
 * undefined where the value replaces nothing that corresponds to it.
 */
export type Check = (value: JsonValue, old: JsonValue | undefined, walk: Walk) => number;

/** The whole path in messages; the name of the body is Kubernetes' own. */
export function where(walk: Walk): string {
  return `${pathText(walk.path)} in body`;
}

/** Errors that Kubernetes reports without a path. */
export const NO_PATH = '<nil>';
