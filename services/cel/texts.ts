import { celFunc, celMethod, CelScalar, listType, type CelFunc, type CelList } from '@bufbuild/cel';
import type { Spend } from './meter.js';

const { BOOL, BYTES, DYN, INT, STRING } = CelScalar;
const LIST = listType(DYN);
/** The longest text or run of bytes that an expression makes: UTF-16 code units, or bytes. */
const MAX_LENGTH = 10_000_000;
/** Characters that are copied in the time of a round. */
const COPIED_IN_A_ROUND = 1_000;
/** Comparisons of one character with another in the time of a round. */
const COMPARED_IN_A_ROUND = 10_000;

/**
 * CEL's functions of texts that can take more than time and memory by the length of what they are given: sums and joins,
 * which can double it again and again, and searches, which take the product of two lengths. The others are the library's.
 */
export function textFunctions(spend: Spend): CelFunc[] {
  /** Counts the making of something of that length. Throws where it is too long. */
  const making = (length: number): void => {
    if (length > MAX_LENGTH) throw new Error(`texts may not be longer than ${MAX_LENGTH} characters`);
    spend(Math.floor(length / COPIED_IN_A_ROUND));
  };
  const searching = (text: string, wanted: string): void => {
    const places = Math.max(0, text.length - wanted.length + 1);
    spend(Math.floor((places * wanted.length) / COMPARED_IN_A_ROUND));
  };
  const join = (list: CelList, separator: string): string => {
    const texts = [...list].map(textOf);
    making(texts.reduce((sum, { length }) => sum + length + separator.length, 0));
    return texts.join(separator);
  };
  const replace = (text: string, wanted: string, by: string, most = Infinity): string => {
    searching(text, wanted);
    const parts = text.split(wanted);
    const count = most < 0 ? parts.length - 1 : Math.min(most, parts.length - 1);
    making(text.length + count * by.length);
    return [parts.slice(0, count + 1).join(by), ...parts.slice(count + 1)].join(wanted);
  };
  const split = (text: string, by: string, most: bigint): readonly string[] => {
    searching(text, by);
    making(text.length);
    const count = Number(most);
    const parts = text.split(by);
    return count < 0 || parts.length <= count ? parts : splitAtMost(parts, by, count);
  };
  return [
    celFunc('_+_', [STRING, STRING], STRING, (left, right) => {
      making(left.length + right.length);
      return left + right;
    }),
    celFunc('_+_', [BYTES, BYTES], BYTES, (left, right) => {
      making(left.length + right.length);
      return Buffer.concat([left, right]);
    }),
    celMethod('join', LIST, [], STRING, function () {
      return join(this, '');
    }),
    celMethod('join', LIST, [STRING], STRING, function (separator) {
      return join(this, separator);
    }),
    celMethod('replace', STRING, [STRING, STRING], STRING, function (wanted, by) {
      return replace(this, wanted, by);
    }),
    celMethod('replace', STRING, [STRING, STRING, INT], STRING, function (wanted, by, most) {
      return replace(this, wanted, by, Number(most));
    }),
    celMethod('split', STRING, [STRING], LIST, function (by) {
      return split(this, by, -1n);
    }),
    celMethod('split', STRING, [STRING, INT], LIST, function (by, most) {
      return split(this, by, most);
    }),
    celMethod('contains', STRING, [STRING], BOOL, function (wanted) {
      searching(this, wanted);
      return this.includes(wanted);
    }),
    ...(['indexOf', 'lastIndexOf'] as const).flatMap((name) => [
      celMethod(name, STRING, [STRING], INT, function (wanted) {
        searching(this, wanted);
        return BigInt(this[name](wanted));
      }),
      celMethod(name, STRING, [STRING, INT], INT, function (wanted, start) {
        searching(this, wanted);
        return BigInt(this[name](wanted, placeIn(this, start)));
      }),
    ]),
    celMethod('lowerAscii', STRING, [], STRING, function () {
      making(this.length);
      return this.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
    }),
    celMethod('upperAscii', STRING, [], STRING, function () {
      making(this.length);
      return this.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
    }),
  ];
}

/** The last one of so many parts is all that is left; none for none (Kubernetes' strings.SplitN). */
function splitAtMost(parts: readonly string[], by: string, count: number): readonly string[] {
  return count === 0 ? [] : [...parts.slice(0, count - 1), parts.slice(count - 1).join(by)];
}

function textOf(item: unknown): string {
  if (typeof item !== 'string') throw new Error('join is for lists of texts');
  return item;
}

function placeIn({ length }: string, start: bigint): number {
  if (start < 0n || start > length) throw new Error(`index ${start} out of bounds [0, ${length}]`);
  return Number(start);
}
