import type { JsonValue } from '../json/value.js';
import type { StructuralSchema } from './schema.js';

/** Counts how often values are compared with schemas: alternatives below lists of many items can take any time. */
export interface Budget {
  /** Throws TooManyComparisonsError once more is spent than there is. */
  readonly spend: (comparisons: number) => void;
}

/** That values were compared with schemas too often. */
export class TooManyComparisonsError extends Error {
  override readonly name = 'TooManyComparisonsError';
}

/** A budget of so many comparisons; one takes about a microsecond. */
export function comparisonBudget(most: number): Budget {
  let spent = 0;
  return {
    spend(comparisons) {
      spent += comparisons;
      if (spent > most) throw new TooManyComparisonsError();
    },
  };
}

/** Required names, or characters that a pattern is compared with, that take the time of a comparison. */
const SMALL_STEPS = 16;

/** Makes the function that tells how many comparisons it costs to compare a value with a schema, without what is inside of the value. */
export function comparisonCost({ pattern, required }: StructuralSchema): (value: JsonValue) => number {
  const fixed = 1 + Math.floor(required.length / SMALL_STEPS);
  if (pattern === undefined) return () => fixed;
  return (value) => (typeof value === 'string' ? fixed + Math.floor(value.length / SMALL_STEPS) : fixed);
}
