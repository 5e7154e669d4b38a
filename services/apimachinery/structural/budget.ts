import type { JsonValue } from '../json/value.js';
import type { StructuralSchema } from './schema.js';
import { statesOf } from './states.js';

/** Limits comparisons of values with schemas: alternatives below lists of many items can take any time. */
export interface Budget {
  /** Throws TooManyComparisonsError when the budget is exceeded. */
  readonly spend: (comparisons: number) => void;
  /** Whether a step is over: true once after some hundred comparisons, when long work yields. */
  readonly isStepOver: () => boolean;
}

/** The comparison budget is exceeded. */
export class TooManyComparisonsError extends Error {
  override readonly name = 'TooManyComparisonsError';
}

/** Comparisons of a step. */
const STEP = 500;

/** A budget of comparisons; one takes about a microsecond. */
export function comparisonBudget(most: number): Budget {
  let spent = 0;
  let stepEnd = STEP;
  return {
    spend(comparisons) {
      spent += comparisons;
      if (spent > most) throw new TooManyComparisonsError();
    },
    isStepOver() {
      if (spent < stepEnd) return false;
      stepEnd = spent + STEP;
      return true;
    },
  };
}

/** Number of required names, or of characters matched by a pattern, that cost as much as one comparison. */
const SMALL_STEPS = 16;
/**
 * Number of states of a pattern times characters that cost as much as one comparison, if the engine simulates an
 * NFA.
 */
const STATES = 128;
/**
 * Up to this product of states and characters, the cost is the text's length; DNS names and their patterns are below
 * it.
 */
const SMALL_MATCH = 8192;

/**
 * The cost of matching a text. The engine usually runs a DFA, but a text can force it to follow all NFA states at each
 * character.
 */
function matchingCost(states: number, length: number): number {
  const work = states * length;
  return Math.floor(Math.max(length / SMALL_STEPS, work > SMALL_MATCH ? work / STATES : 0));
}

/** Compiles the cost of comparing a value with a schema, without nested values. */
export function comparisonCost({ pattern, required }: StructuralSchema): (value: JsonValue) => number {
  const fixed = 1 + Math.floor(required.length / SMALL_STEPS);
  if (pattern === undefined) return () => fixed;
  const states = statesOf(pattern);
  return (value) => (typeof value === 'string' ? fixed + matchingCost(states, value.length) : fixed);
}
