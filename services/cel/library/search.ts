import type { Run } from '../evaluate/run.js';

/** Limit for the native search, whose worst case is quadratic. */
const SHORT = 32;
/** Characters compared in one unit of work. */
const COMPARED = 20;
/** Characters that the linear search processes in one unit of work. */
const PASSED = 2;

/** The first index of a text in another at or after `from`; -1 if it is absent. UTF-16 code units, linear time. */
export function find(run: Run, text: string, needle: string, from = 0): number {
  count(run, text, needle);
  if (needle.length <= SHORT) return text.indexOf(needle, from);
  return firstIndex((index) => text.charCodeAt(from + index), text.length - from, needle, from);
}

/** The last index of a text in another at or before `from`; -1 if it is absent. */
export function findLast(run: Run, text: string, needle: string, from = text.length): number {
  count(run, text, needle);
  if (needle.length <= SHORT) return text.lastIndexOf(needle, from);
  const end = Math.min(text.length, from + needle.length);
  const backwards = {
    length: needle.length,
    charCodeAt: (index: number) => needle.charCodeAt(needle.length - 1 - index),
  };
  const found = firstIndex((index) => text.charCodeAt(end - 1 - index), end, backwards, 0);
  return found < 0 ? -1 : end - found - needle.length;
}

/** Splits a text at the occurrences of a non-empty separator. */
export function partsBetween(run: Run, text: string, needle: string): string[] {
  if (needle.length <= SHORT) {
    count(run, text, needle);
    return text.split(needle);
  }
  const parts: string[] = [];
  let start = 0;
  const borders = bordersOf(needle);
  count(run, text, needle);
  for (;;) {
    const from = start;
    const at = firstIndex((index) => text.charCodeAt(from + index), text.length - from, needle, from, borders);
    if (at < 0) break;
    parts.push(text.slice(start, at));
    start = at + needle.length;
  }
  return [...parts, text.slice(start)];
}

function count(run: Run, text: string, needle: string): void {
  const amount =
    needle.length <= SHORT ? (text.length * needle.length) / COMPARED : (text.length + needle.length) / PASSED;
  run.work(amount);
}

type Characters = Pick<string, 'length' | 'charCodeAt'>;

/** Knuth-Morris-Pratt search. Adds `offset` to the index. */
function firstIndex(
  codeAt: (index: number) => number,
  length: number,
  needle: Characters,
  offset: number,
  borders = bordersOf(needle),
): number {
  let matched = 0;
  for (let index = 0; index < length; index += 1) {
    const code = codeAt(index);
    while (matched > 0 && needle.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
    if (needle.charCodeAt(matched) === code) matched += 1;
    if (matched === needle.length) return offset + index + 1 - matched;
  }
  return -1;
}

/** The KMP failure function: for each prefix, the length of its longest proper prefix that is also a suffix. */
function bordersOf(needle: Characters): Int32Array {
  const borders = new Int32Array(needle.length);
  let length = 0;
  for (let index = 1; index < needle.length; index += 1) {
    const code = needle.charCodeAt(index);
    while (length > 0 && needle.charCodeAt(length) !== code) length = borders[length - 1] ?? 0;
    if (needle.charCodeAt(length) === code) length += 1;
    borders[index] = length;
  }
  return borders;
}
