import type { PatternCache } from '../library/patterns.js';
import type { Problem } from '../syntax/problem.js';
import { parseDuration, parseTimestamp } from '../values/time.js';
import { CelError } from '../values/value.js';
import type { Checked } from './checker.js';

type Calls = Pick<Checked, 'calls'>;

/** Literal arguments that every evaluation would fail with. */
export function literalProblems({ calls }: Calls, patterns: PatternCache): Problem[] {
  const problems: Problem[] = [];
  for (const { name, args } of calls.values()) {
    const wanted = CHECKED[name];
    const arg = args[wanted?.arg ?? 0];
    if (wanted === undefined || arg?.kind !== 'literal' || typeof arg.value !== 'string') continue;
    if (!wanted.isValid(arg.value, patterns)) problems.push({ at: arg.at, message: `invalid ${name} argument` });
  }
  return problems;
}

interface Wanted {
  readonly arg: number;
  readonly isValid: (text: string, patterns: PatternCache) => boolean;
}

const CHECKED: Readonly<Record<string, Wanted | undefined>> = {
  duration: { arg: 0, isValid: (text) => parseDuration(text) !== undefined },
  timestamp: { arg: 0, isValid: (text) => parseTimestamp(text) !== undefined },
  matches: { arg: 1, isValid: (text, patterns) => !(patterns(text) instanceof CelError) },
};
