import { MAX_PATTERN, patternSize, type PatternCache } from '../library/patterns.js';
import type { Expr } from '../syntax/ast.js';
import { partsOf } from '../syntax/parts.js';
import type { Problem } from '../syntax/problem.js';
import { parseDuration, parseTimestamp } from '../values/time.js';
import { CelError } from '../values/value.js';
import type { Checked } from './checker.js';
import { formatProblems } from './format-calls.js';
import { DYN, isSame, typeText, type Type } from './type.js';
import { unwrapped } from './unify.js';

/** Limit for the total size of an expression's patterns (patternSize): compiling them takes tens of milliseconds. */
const MAX_PATTERNS = MAX_PATTERN;

/**
 * Additional checks of Kubernetes: literal arguments that would always fail, invalid `format` calls, and literal lists
 * and maps of mixed types, except arguments of `format`.
 */
export function validate(checked: Checked, patterns: PatternCache): Problem[] {
  const problems: Problem[] = [];
  let left = MAX_PATTERNS;
  const compile: PatternCache = (pattern) => {
    left -= patternSize(pattern);
    return left < 0 ? new CelError('the patterns of the expression are too large together') : patterns(pattern);
  };
  const walk = (expression: Expr, isFormatted: boolean): void => {
    if (!isFormatted) problems.push(...mixedTypes(expression, checked));
    problems.push(...formatProblems(expression, checked));
    problems.push(...wrongLiteral(expression, checked, compile));
    const formats = isFormatted || (expression.kind === 'call' && expression.name === 'format');
    for (const part of partsOf(expression)) walk(part, formats);
  };
  walk(checked.expression, false);
  return problems;
}

interface Wanted {
  readonly arg: number;
  /** The error in plain words; undefined for none. */
  readonly problem: (text: string, patterns: PatternCache) => string | undefined;
}

const LITERALS: Readonly<Record<string, Wanted | undefined>> = {
  duration: { arg: 0, problem: (text) => (parseDuration(text) === undefined ? 'the text is no duration' : undefined) },
  timestamp: { arg: 0, problem: (text) => (parseTimestamp(text) === undefined ? 'the text is no time' : undefined) },
  matches: {
    arg: 1,
    problem(text, patterns) {
      const pattern = patterns(text);
      return pattern instanceof CelError ? pattern.message : undefined;
    },
  },
};

function wrongLiteral({ id }: Expr, { calls }: Checked, patterns: PatternCache): Problem[] {
  const { name = '', args = [] } = calls.get(id) ?? {};
  const wanted = Object.hasOwn(LITERALS, name) ? LITERALS[name] : undefined;
  const arg = args[wanted?.arg ?? 0];
  if (wanted === undefined || arg?.kind !== 'literal' || typeof arg.value !== 'string') return [];
  const plain = wanted.problem(arg.value, patterns);
  return plain === undefined ? [] : [{ at: arg.at, message: `invalid ${name} argument`, plain }];
}

function mixedTypes(expression: Expr, { types }: Checked): Problem[] {
  const typeOf = ({ id }: Expr, isOptional: boolean): Type => {
    const type = types.get(id) ?? DYN;
    return isOptional ? unwrapped(type).type : type;
  };
  if (expression.kind === 'list') {
    return firstMismatch(expression.elements.map(({ value, isOptional }) => [value, typeOf(value, isOptional)])).slice(
      0,
      1,
    );
  }
  if (expression.kind !== 'map') return [];
  return [
    ...firstMismatch(expression.entries.map(({ key }) => [key, typeOf(key, false)])),
    ...firstMismatch(expression.entries.map(({ value, isOptional }) => [value, typeOf(value, isOptional)])),
  ];
}

/** Elements whose type differs from that of the first. */
function firstMismatch(parts: readonly (readonly [Expr, Type])[]): Problem[] {
  const [, wanted = DYN] = parts[0] ?? [];
  return parts
    .filter(([, type]) => !isSame(type, wanted))
    .map(([{ at }, type]) => ({ at, message: `expected type '${typeText(wanted)}' but found '${typeText(type)}'` }));
}
