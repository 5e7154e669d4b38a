import type { Run } from '../evaluate/run.js';

/** Limit for the native search, whose worst case is quadratic. */
const SHORT = 32;
/** Characters compared in one unit of work. */
const COMPARED = 20;
/** Characters that the linear search processes in one unit of work. */
const PASSED = 2;

/** The first index of a text in another at or after `from`; -1 if it is absent. UTF-16 code units, linear time. */
export function find(run: Run, text: string, wanted: string, from = 0): number {
  count(run, text, wanted);
  if (wanted.length <= SHORT) return text.indexOf(wanted, from);
  return firstPlace((index) => text.charCodeAt(from + index), text.length - from, wanted, from);
}

/** The last index of a text in another at or before `from`; -1 if it is absent. */
export function findLast(run: Run, text: string, wanted: string, from = text.length): number {
  count(run, text, wanted);
  if (wanted.length <= SHORT) return text.lastIndexOf(wanted, from);
  const end = Math.min(text.length, from + wanted.length);
  const backwards = {
    length: wanted.length,
    charCodeAt: (index: number) => wanted.charCodeAt(wanted.length - 1 - index),
  };
  const found = firstPlace((index) => text.charCodeAt(end - 1 - index), end, backwards, 0);
  return found < 0 ? -1 : end - found - wanted.length;
}

/** Splits a text at the occurrences of a non-empty separator. */
export function partsBetween(run: Run, text: string, wanted: string): string[] {
  if (wanted.length <= SHORT) {
    count(run, text, wanted);
    return text.split(wanted);
  }
  const parts: string[] = [];
  let start = 0;
  const borders = bordersOf(wanted);
  count(run, text, wanted);
  for (;;) {
    const from = start;
    const at = firstPlace((index) => text.charCodeAt(from + index), text.length - from, wanted, from, borders);
    if (at < 0) break;
    parts.push(text.slice(start, at));
    start = at + wanted.length;
  }
  return [...parts, text.slice(start)];
}

function count(run: Run, text: string, wanted: string): void {
  const amount =
    wanted.length <= SHORT ? (text.length * wanted.length) / COMPARED : (text.length + wanted.length) / PASSED;
  run.work(amount);
}

type Characters = Pick<string, 'length' | 'charCodeAt'>;

/** Knuth-Morris-Pratt search. Adds `offset` to the index. */
function firstPlace(
  codeAt: (index: number) => number,
  length: number,
  wanted: Characters,
  offset: number,
  borders = bordersOf(wanted),
): number {
  let matched = 0;
  for (let index = 0; index < length; index += 1) {
    const code = codeAt(index);
    while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
    if (wanted.charCodeAt(matched) === code) matched += 1;
    if (matched === wanted.length) return offset + index + 1 - matched;
  }
  return -1;
}

/** The KMP failure function: for each prefix, the length of its longest proper prefix that is also a suffix. */
function bordersOf(wanted: Characters): Int32Array {
  const borders = new Int32Array(wanted.length);
  let length = 0;
  for (let index = 1; index < wanted.length; index += 1) {
    const code = wanted.charCodeAt(index);
    while (length > 0 && wanted.charCodeAt(length) !== code) length = borders[length - 1] ?? 0;
    if (wanted.charCodeAt(length) === code) length += 1;
    borders[index] = length;
  }
  return borders;
}
