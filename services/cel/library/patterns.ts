import { createRequire } from 'node:module';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type * as Re2 from 're2js';
import { ArrayList } from '../values/list.js';
import type { Counter } from '../values/equal.js';
import { CelError, type Value } from '../values/value.js';
import { statesOf } from '@pilothouse/apimachinery/structural/states.js';
import { LongCall } from '../evaluate/long-call.js';
import type { Run } from '../evaluate/run.js';
import { textOf } from './args.js';
import { overload, type Overload } from './overload.js';
import { PatternSearch, type PatternProgram } from './pattern-search.js';

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
  readonly program: PatternProgram;
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

interface Compiled {
  re2(): { readonly prog: PatternProgram };
}

/** The library is loaded with the first pattern, because most expressions have none. */
const load = createRequire(import.meta.url);

function compile(source: string): Pattern {
  try {
    const { RE2JS } = load('re2js') as typeof Re2;
    const regex = RE2JS.compile(source);
    // Its types do not have what a search in slices needs; the tests compare the results.
    const { prog: program } = (regex as unknown as Compiled).re2();
    return { regex, program, states: statesOf(source) };
  } catch (error) {
    return new CelError(errorMessage(error));
  }
}

/** Steps of a search, at most some 60 ns each, that one call does at once. */
const AT_ONCE = 50_000;
/** Steps of a slice of a longer search. */
const SLICE = 5000;
/** Work of a step. */
const STEP = 4;
const ALL = -1;

/** `matches`, and Kubernetes' `find` and `findAll`. A search that may take long is done in slices. */
export function patternFunctions(patterns: PatternCache): readonly Overload[] {
  const use = (
    source: Value,
    run: Run,
    then: (pattern: CompiledPattern) => ReturnType<Overload['call']>,
  ): ReturnType<Overload['call']> => {
    const pattern = patterns(textOf(source), run);
    return pattern instanceof CelError ? pattern : then(pattern);
  };
  const matches: Overload['call'] = ([text = '', source = ''], run) =>
    use(source, run, (pattern) => {
      const input = textOf(text);
      if (isLong(pattern, input, 1))
        return searched(pattern, input, { limit: 1, needsText: false }, (found) => found.length > 0);
      run.work((pattern.states * input.length) / 4);
      return pattern.regex.test(input);
    });
  const find: Overload['call'] = ([text = '', source = ''], run) =>
    use(source, run, (pattern) => {
      const input = textOf(text);
      if (isLong(pattern, input, 1))
        return searched(pattern, input, { limit: 1, needsText: true }, ([first = '']) => first);
      run.work((pattern.states * input.length) / 4);
      const matcher = pattern.regex.matcher(input);
      return matcher.find() ? (matcher.group() ?? '') : '';
    });
  const findAll: Overload['call'] = ([text = '', source = '', most = BigInt(ALL)], run) =>
    use(source, run, (pattern) => {
      const input = textOf(text);
      const limit = Number(most);
      if (limit !== 0 && isLong(pattern, input, input.length)) {
        return searched(pattern, input, { limit, needsText: true }, (found) => new ArrayList(found));
      }
      const found: string[] = [];
      const matcher = pattern.regex.matcher(input);
      while (found.length !== limit && matcher.find()) {
        found.push(matcher.group() ?? '');
        run.work(100);
      }
      return new ArrayList(found);
    });
  return [
    overload('matches(string, string): bool', 'matches', matches),
    overload('string.matches(string): bool', 'matches_string', matches),
    overload('string.find(string): string', 'string_find_string', find),
    overload('string.findAll(string): list<string>', 'string_find_all_string', findAll),
    overload('string.findAll(string, int): list<string>', 'string_find_all_string_int', findAll),
  ];
}

/** Whether a search, from so many positions of the text, may take long. */
function isLong({ program }: CompiledPattern, { length }: string, times: number): boolean {
  return program.numInst() * length * times > AT_ONCE;
}

interface Wanted {
  /** The most matches; negative for all. */
  readonly limit: number;
  /** Whether the texts of the matches count, which are empty otherwise. */
  readonly needsText: boolean;
}

/** The successive matches in a text. An empty match is followed by the next character. */
function searched(
  { program }: CompiledPattern,
  text: string,
  { limit, needsText }: Wanted,
  result: (found: string[]) => Value,
): LongCall {
  const search = new PatternSearch(program, text);
  const found: string[] = [];
  search.begin(0, needsText);
  return new LongCall((run) => {
    const before = search.steps;
    const isDone = search.advance(SLICE);
    run.work((search.steps - before) * STEP);
    if (!isDone) return undefined;
    if (search.found === undefined) return result(found);
    const [start, end] = search.found;
    found.push(needsText ? text.slice(start, end) : '');
    if (found.length === limit) return result(found);
    const width = (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
    search.begin(end > start ? end : end + width, needsText);
    return undefined;
  });
}
