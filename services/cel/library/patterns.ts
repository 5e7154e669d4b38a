import { createRequire } from 'node:module';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type * as Re2 from 're2js';
import { ArrayList } from '../values/list.js';
import type { Counter } from '../values/equal.js';
import { CelError, type Value } from '../values/value.js';
import { statesOf } from '@pilothouse/apimachinery/structural/states.js';
import type { Run } from '../evaluate/run.js';
import { textOf } from './args.js';
import { overload, type Overload } from './overload.js';

/** Total size of the cache of compiled patterns. */
const MAX_KEPT = 200_000;
/** Larger patterns are rejected: compiling one takes tens of milliseconds. */
export const MAX_PATTERN = 10_000;
/** Estimated states of a Unicode class, by its compile time. */
const UNICODE_CLASS = 20;
/** Work of compiling one state. */
const COMPILING = 200;

/** A compiled pattern, or its error. */
export type Pattern = CompiledPattern | CelError;

interface CompiledPattern {
  readonly regex: Re2.RE2JS;
  /** Estimated number of states. */
  readonly states: number;
}

/** Compiles and caches RE2 patterns, which match in linear time. `counter` counts the compilation of uncached patterns. */
export type PatternCache = (pattern: string, counter?: Counter) => Pattern;

export function createPatternCache(): PatternCache {
  const known = new Map<string, Pattern>();
  let size = 0;
  return (source, counter) => {
    const kept = known.get(source);
    if (kept !== undefined) return kept;
    const added = patternSize(source);
    if (added > MAX_PATTERN) return new CelError('error parsing regexp: expression too large');
    counter?.work(added * COMPILING);
    const found = compile(source);
    known.set(source, found);
    size += added;
    for (const oldest of known.keys()) {
      if (size <= MAX_KEPT) break;
      known.delete(oldest);
      size -= patternSize(oldest);
    }
    return found;
  };
}

/** Estimated compile time of a pattern, in states. */
export function patternSize(source: string): number {
  if (source.length > MAX_PATTERN) return source.length;
  return 1 + statesOf(source) + (source.match(/\\p|\[:/gi)?.length ?? 0) * UNICODE_CLASS;
}

/** The library is loaded with the first pattern, because most expressions have none. */
const load = createRequire(import.meta.url);

function compile(source: string): Pattern {
  try {
    const { RE2JS } = load('re2js') as typeof Re2;
    return { regex: RE2JS.compile(source), states: statesOf(source) };
  } catch (error) {
    return new CelError(errorMessage(error));
  }
}

/** `matches`, and Kubernetes' `find` and `findAll`. */
export function patternFunctions(patterns: PatternCache): readonly Overload[] {
  const use = (text: Value, source: Value, run: Run, then: (pattern: Re2.RE2JS, text: string) => Value): Value => {
    const pattern = patterns(textOf(source), run);
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
