import { RE2JS } from 're2js';
import { ArrayList } from '../values/list.js';
import { CelError, type Value } from '../values/value.js';
import { statesOf } from '../states.js';
import type { Run } from '../evaluate/run.js';
import { textOf } from './args.js';
import { overload, type Overload } from './overload.js';

/** Compiled patterns, of which those of expressions are used again and again. */
const MOST_PATTERNS = 200;
/** The work of making an automaton of a short pattern. */
const COMPILING = 20;

/** A compiled pattern, or why it is none. */
export type Pattern = CompiledPattern | CelError;

interface CompiledPattern {
  readonly regex: RE2JS;
  /** About how many states its automaton has. */
  readonly states: number;
}

/** Compiles patterns of RE2, which match in time linear to the length of a text, and keeps some. */
export type PatternCache = (pattern: string) => Pattern;

export function createPatternCache(): PatternCache {
  const known = new Map<string, Pattern>();
  return (source) => {
    const kept = known.get(source);
    if (kept !== undefined) return kept;
    const found = compile(source);
    known.set(source, found);
    const oldest = known.size > MOST_PATTERNS ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    return found;
  };
}

function compile(source: string): Pattern {
  try {
    return { regex: RE2JS.compile(source), states: statesOf(source) };
  } catch (error) {
    return new CelError(error instanceof Error ? error.message : String(error));
  }
}

/** `matches`, and Kubernetes' `find` and `findAll`. */
export function patternFunctions(patterns: PatternCache): readonly Overload[] {
  const use = (text: Value, source: Value, run: Run, then: (pattern: RE2JS, text: string) => Value): Value => {
    const pattern = patterns(textOf(source));
    run.work(COMPILING);
    if (pattern instanceof CelError) return pattern;
    run.work((pattern.states * textOf(text).length) / 4);
    return then(pattern.regex, textOf(text));
  };
  const matches: Overload['call'] = ([text = '', source = ''], run) =>
    use(text, source, run, (pattern, input) => pattern.test(input));
  const findAll: Overload['call'] = ([text = '', source = '', most = -1n], run) =>
    use(text, source, run, (pattern, input) => {
      const found: string[] = [];
      const matcher = pattern.matcher(input);
      while (found.length !== Number(most) && matcher.find()) {
        found.push(matcher.group() ?? '');
        run.work(100);
      }
      return new ArrayList(found);
    });
  return [
    overload('matches(string, string): bool', 'matches', matches),
    overload('string.matches(string): bool', 'matches_string', matches),
    overload('string.find(string): string', 'string_find_string', ([text = '', source = ''], run) =>
      use(text, source, run, (pattern, input) => {
        const matcher = pattern.matcher(input);
        return matcher.find() ? (matcher.group() ?? '') : '';
      }),
    ),
    overload('string.findAll(string): list<string>', 'string_find_all_string', findAll),
    overload('string.findAll(string, int): list<string>', 'string_find_all_string_int', findAll),
  ];
}
