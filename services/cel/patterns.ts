import { celEnv, celMethod, CelScalar, isCelError, type CelFunc } from '@bufbuild/cel';
import type { Spend } from './meter.js';
import { statesOf } from './states.js';

const { BOOL, STRING } = CelScalar;
/** The name of CEL's function. */
export const MATCHES = 'matches';
/** The longest pattern that does not stand in the expression itself, in UTF-16 code units. */
const MAX_PATTERN = 1_000;
/** Steps of an automaton that take the time of a round where it has to follow all of its states at once. */
const STEPS_IN_A_ROUND = 200;
/** What making an automaton takes, as characters of a text. */
const COMPILING = 100;

/** `text.matches(pattern)` of RE2, whose time grows with the length of the text times the number of states. */
export function matchesFunction(spend: Spend, isKnown: (pattern: string) => boolean): CelFunc {
  return celMethod(MATCHES, STRING, [STRING], BOOL, function (pattern) {
    if (pattern.length > MAX_PATTERN && !isKnown(pattern))
      throw new Error(`patterns may not be longer than ${MAX_PATTERN} characters`);
    spend(Math.floor((statesOf(pattern) * (this.length + COMPILING)) / STEPS_IN_A_ROUND));
    return matches(this, pattern);
  });
}

/** Why a text is no pattern; undefined where it is one. */
export function patternProblem(pattern: string): string | undefined {
  try {
    matches('', pattern);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const library = [...celEnv().funcs].find(({ name }) => name === MATCHES);

function matches(text: string, pattern: string): boolean {
  const result = library?.call(0, text, [pattern]);
  if (isCelError(result)) throw result;
  return result === true;
}
