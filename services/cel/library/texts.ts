import { ArrayList } from '../values/list.js';
import { codePoints, typeName } from '../values/kind.js';
import { List, CelError, type Value } from '../values/value.js';
import type { Run } from '../evaluate/run.js';
import { formatText } from './format-text.js';
import { making, quote, scan, trimmed } from './making.js';
import { find, findLast, partsBetween } from './search.js';
import { textOf } from './args.js';
import { overload, type Overload } from './overload.js';

const text = textOf;
const index = (value: Value | undefined): number => Number(value ?? 0);

/** CEL's string functions and version 2 of its string extension. */
export const texts: readonly Overload[] = [
  overload('string.contains(string): bool', 'contains_string', ([a, b], run) => find(run, text(a), text(b)) >= 0),
  overload('string.startsWith(string): bool', 'starts_with_string', ([a, b]) => text(a).startsWith(text(b))),
  overload('string.endsWith(string): bool', 'ends_with_string', ([a, b]) => text(a).endsWith(text(b))),
  overload('string.charAt(int): string', 'string_char_at_int', ([a, at], run) => {
    const points = pointsOf(text(a), run);
    return inRange(index(at), points.length) ?? points[index(at)] ?? '';
  }),
  overload('string.indexOf(string): int', 'string_index_of_string', ([a, b], run) => indexOf(run, text(a), text(b), 0)),
  overload('string.indexOf(string, int): int', 'string_index_of_string_int', ([a, b, from], run) =>
    indexOf(run, text(a), text(b), index(from)),
  ),
  overload('string.lastIndexOf(string): int', 'string_last_index_of_string', ([a, b], run) => {
    const length = codePoints(text(a));
    if (text(b) === '') return BigInt(length);
    return length === 0 ? -1n : lastIndexOf(run, text(a), text(b), length - 1);
  }),
  overload('string.lastIndexOf(string, int): int', 'string_last_index_of_string_int', ([a, b, from], run) =>
    lastIndexOf(run, text(a), text(b), index(from)),
  ),
  overload('string.lowerAscii(): string', 'string_lower_ascii', ([a], run) => {
    scan(run, text(a).length);
    return text(a).replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  }),
  overload('string.upperAscii(): string', 'string_upper_ascii', ([a], run) => {
    scan(run, text(a).length);
    return text(a).replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
  }),
  overload('string.replace(string, string): string', 'string_replace_string_string', ([a, old, by], run) =>
    replace(run, text(a), text(old), text(by), -1),
  ),
  overload(
    'string.replace(string, string, int): string',
    'string_replace_string_string_int',
    ([a, old, by, most], run) => replace(run, text(a), text(old), text(by), index(most)),
  ),
  overload('string.split(string): list<string>', 'string_split_string', ([a, by], run) =>
    split(run, text(a), text(by), -1),
  ),
  overload('string.split(string, int): list<string>', 'string_split_string_int', ([a, by, most], run) =>
    split(run, text(a), text(by), index(most)),
  ),
  overload('string.substring(int): string', 'string_substring_int', ([a, start], run) => {
    const points = pointsOf(text(a), run);
    return inRange(index(start), points.length) ?? points.slice(index(start)).join('');
  }),
  overload('string.substring(int, int): string', 'string_substring_int_int', ([a, start, end], run) => {
    const points = pointsOf(text(a), run);
    const [from, to] = [index(start), index(end)];
    if (from > to) return new CelError(`invalid substring range. start: ${from}, end: ${to}`);
    return inRange(from, points.length) ?? inRange(to, points.length) ?? points.slice(from, to).join('');
  }),
  overload('string.trim(): string', 'string_trim', ([a], run) => {
    scan(run, text(a).length);
    return trimmed(text(a));
  }),
  overload('list<string>.join(): string', 'list_join', ([list], run) => join(run, list, '')),
  overload('list<string>.join(string): string', 'list_join_string', ([list, by], run) => join(run, list, text(by))),
  overload('string.format(list<dyn>): string', 'string_format', ([form, args], run) =>
    args instanceof List ? formatText(text(form), args, run) : '',
  ),
  overload('strings.quote(string): string', 'strings_quote', ([a], run) => {
    scan(run, text(a).length * 2);
    return quote(text(a));
  }),
];

function pointsOf(source: string, run: Run): readonly string[] {
  run.work(source.length);
  return Array.from(source);
}

function inRange(at: number, length: number): CelError | undefined {
  return at < 0 || at > length ? new CelError(`index out of range: ${at}`) : undefined;
}

/** Indexes are in code points. */
function indexOf(run: Run, haystack: string, needle: string, from: number): Value {
  if (needle === '') return BigInt(from);
  if (from < 0) return new CelError(`index out of range: ${from}`);
  const start = unitOf(haystack, from);
  if (start === undefined) return -1n;
  const found = find(run, haystack, needle, start);
  return BigInt(found < 0 ? -1 : codePoints(haystack.slice(0, found)));
}

function lastIndexOf(run: Run, haystack: string, needle: string, from: number): Value {
  if (needle === '') return BigInt(from);
  if (from < 0) return new CelError(`index out of range: ${from}`);
  const start = unitOf(haystack, from);
  if (start === undefined) return -1n;
  const found = findLast(run, haystack, needle, start);
  return BigInt(found < 0 ? -1 : codePoints(haystack.slice(0, found)));
}

/** The UTF-16 index of a code point index; undefined beyond the end. */
function unitOf(source: string, point: number): number | undefined {
  let unit = 0;
  for (let count = 0; count < point && unit < source.length; count += 1) {
    unit += (source.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
  }
  return unit < source.length ? unit : undefined;
}

function replace(run: Run, source: string, old: string, by: string, most: number): Value {
  const parts = old === '' ? ['', ...pointsOf(source, run), ''] : partsBetween(run, source, old);
  const count = most < 0 ? parts.length - 1 : Math.min(most, parts.length - 1);
  const problem = making(run, source.length + count * by.length);
  if (problem !== undefined) return problem;
  run.work(parts.length);
  return [parts.slice(0, count + 1).join(by), ...parts.slice(count + 1)].join(old);
}

function split(run: Run, source: string, by: string, most: number): Value {
  if (most === 0) return new ArrayList([]);
  const parts = by === '' ? [...pointsOf(source, run)] : partsBetween(run, source, by);
  run.work(parts.length);
  if (most < 0 || parts.length <= most) return new ArrayList(parts);
  return new ArrayList([...parts.slice(0, most - 1), parts.slice(most - 1).join(by)]);
}

function join(run: Run, list: Value | undefined, by: string): Value {
  if (!(list instanceof List)) return '';
  const items: string[] = [];
  let length = 0;
  for (const item of list) {
    if (typeof item !== 'string') return new CelError(`join: invalid input: ${typeName(item)}`);
    const problem = making(run, (length += item.length + by.length));
    if (problem !== undefined) return problem;
    items.push(item);
  }
  return items.join(by);
}
