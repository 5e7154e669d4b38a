import {
  celFunc,
  celList,
  CelScalar,
  celUint,
  listType,
  type CelFunc,
  type CelInput,
  type CelList,
} from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { equalities } from './equality.js';
import type { Spend } from './meter.js';
import { matchesFunction } from './patterns.js';
import { textFunctions } from './texts.js';
import { writtenFunctions } from './written.js';

/** The function that every round of a loop calls. No expression can spell its name. */
export const ROUND = '@round';

const { BOOL, DOUBLE, DYN, INT, STRING, UINT } = CelScalar;
const LIST = listType(DYN);
/** Items that are copied in the time of a round. */
const COPIED_IN_A_ROUND = 50;

export interface FunctionOptions {
  readonly spend: Spend;
  /** Whether a pattern stands in an expression itself. */
  readonly isKnownPattern: (pattern: string) => boolean;
}

/** Kubernetes' functions of strings, and some of CEL's own in a form that costs no more than it should. */
export function functions({ spend, isKnownPattern }: FunctionOptions): CelFunc[] {
  const round = celFunc(ROUND, [], BOOL, () => {
    spend(1);
    return true;
  });
  return [
    ...strings,
    round,
    joinLists(spend),
    ...equalities(spend),
    ...textFunctions(spend),
    ...writtenFunctions(spend),
    matchesFunction(spend, isKnownPattern),
    ...conversions(),
  ];
}

/** The library's own sums of lists are lists of lists: one that `map` makes item by item would be as deep as it is long. */
function joinLists(spend: Spend): CelFunc {
  const items = new WeakMap<CelList, readonly CelInput[]>();
  const itemsOf = (list: CelList): readonly CelInput[] => items.get(list) ?? [...list];
  return celFunc('_+_', [LIST, LIST], LIST, (left, right) => {
    spend(Math.floor((left.size + right.size) / COPIED_IN_A_ROUND));
    const sum = [...itemsOf(left), ...itemsOf(right)];
    const list = celList(sum);
    items.set(list, sum);
    return list;
  });
}

/** No number has more digits; the time that reading one takes grows faster than its length. */
const MOST_DIGITS = 1_000;
const WHOLE = /^[-+]?[0-9]+$/;
const LEAST_INT = -(2n ** 63n);
const MOST_INT = 2n ** 63n - 1n;
const MOST_UINT = 2n ** 64n - 1n;

/** Numbers that texts spell, as CEL reads them: the library's own takes nothing at all for 0. */
function conversions(): CelFunc[] {
  const whole = (text: string, least: bigint, most: bigint): bigint => {
    if (text.length > MOST_DIGITS || !WHOLE.test(text)) throw new Error('the text is no whole number');
    const value = BigInt(text.replace('+', ''));
    if (value < least || value > most) throw new Error('the number is out of range');
    return value;
  };
  return [
    celFunc('int', [STRING], INT, (text) => whole(text, LEAST_INT, MOST_INT)),
    celFunc('uint', [STRING], UINT, (text) => celUint(whole(text, 0n, MOST_UINT))),
    celFunc('double', [STRING], DOUBLE, (text) => {
      const value = Number(text);
      if (/^\s*$/.test(text) || Number.isNaN(value)) throw new Error('the text is no number');
      return value;
    }),
  ];
}
