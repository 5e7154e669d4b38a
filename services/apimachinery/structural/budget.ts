import type { JsonValue } from '../json/value.js';
import type { StructuralSchema } from './schema.js';
import { statesOf } from './states.js';

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
/** States of a pattern, each at a character, that take the time of a comparison where the engine follows them one by one. */
const STATES = 128;
/** Up to this product of states and characters, texts count by their length: a name of DNS and its pattern have less. */
const SMALL_MATCH = 8192;

/**
 * How many comparisons it costs to match a text of a length. The engine most often goes from one state to the next, but a text can make it
 * follow all states of the pattern at each character.
 */
function matchingCost(states: number, length: number): number {
  const work = states * length;
  return Math.floor(Math.max(length / SMALL_STEPS, work > SMALL_MATCH ? work / STATES : 0));
}

/** Makes the function that tells how many comparisons it costs to compare a value with a schema, without what is inside of the value. */
export function comparisonCost({ pattern, required }: StructuralSchema): (value: JsonValue) => number {
  const fixed = 1 + Math.floor(required.length / SMALL_STEPS);
  if (pattern === undefined) return () => fixed;
  const states = statesOf(pattern);
  return (value) => (typeof value === 'string' ? fixed + matchingCost(states, value.length) : fixed);
}
