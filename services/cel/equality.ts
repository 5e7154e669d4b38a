import {
  celFunc,
  CelScalar,
  isCelList,
  isCelMap,
  isCelType,
  isCelUint,
  listType,
  type CelFunc,
  type CelList,
  type CelMap,
  type CelValue,
} from '@bufbuild/cel';
import type { Spend } from './meter.js';

const { BOOL, DYN } = CelScalar;
/** Values that are compared in the time of a round. */
const COMPARED_IN_A_ROUND = 50;
/** Characters or bytes that are compared as fast as one value. */
const COMPARED_AT_ONCE = 1_000;

/**
 * CEL's equality, and that of a value with the items of a list. It is the library's, but that it counts what it compares: two
 * objects of some megabytes would keep everybody waiting for longer than an expression may take.
 */
export function equalities(spend: Spend): CelFunc[] {
  const compare = (): Equal => comparison(spend);
  return [
    celFunc('_==_', [DYN, DYN], BOOL, (left, right) => compare()(left, right)),
    celFunc('_!=_', [DYN, DYN], BOOL, (left, right) => !compare()(left, right)),
    celFunc('@in', [DYN, listType(DYN)], BOOL, (value, list) => {
      const equal = compare();
      for (const item of list) if (equal(item, value)) return true;
      return false;
    }),
  ];
}

type Equal = (left: CelValue, right: CelValue) => boolean;

function comparison(spend: Spend): Equal {
  let compared = 0;
  const count = (values: number): void => {
    compared += values;
    if (compared < COMPARED_IN_A_ROUND) return;
    spend(Math.floor(compared / COMPARED_IN_A_ROUND));
    compared %= COMPARED_IN_A_ROUND;
  };
  const equal: Equal = (left, right) => {
    count(1);
    if (left === right) return true;
    const [one, other] = [isCelUint(left) ? left.value : left, isCelUint(right) ? right.value : right];
    if (isNumber(one) && isNumber(other)) return isSameNumber(one, other);
    if (typeof one === 'string') {
      if (typeof other === 'string') count(Math.min(one.length, other.length) / COMPARED_AT_ONCE);
      return one === other;
    }
    if (one instanceof Uint8Array) {
      if (!(other instanceof Uint8Array) || one.length !== other.length) return false;
      count(one.length / COMPARED_AT_ONCE);
      return Buffer.compare(one, other) === 0;
    }
    if (isCelList(one)) return isCelList(other) && equalLists(one, other, equal);
    if (isCelMap(one)) return isCelMap(other) && equalMaps(one, other, equal);
    if (isCelType(one)) return isCelType(other) && one.kind === other.kind && one.name === other.name;
    if (!isMessage(one) || !isMessage(other) || one.desc.typeName !== other.desc.typeName) return false;
    return one.fields.every((field) => equal(one.get(field) as CelValue, other.get(field) as CelValue));
  };
  return equal;
}

function equalLists(left: CelList, right: CelList, equal: Equal): boolean {
  if (left.size !== right.size) return false;
  const others = right.values();
  for (const item of left) {
    const { value, done } = others.next();
    if (done === true || !equal(item, value)) return false;
  }
  return true;
}

function equalMaps(left: CelMap, right: CelMap, equal: Equal): boolean {
  if (left.size !== right.size) return false;
  for (const [key, value] of left) {
    const other = right.get(key);
    if (other === undefined || !equal(value, other)) return false;
  }
  return true;
}

function isNumber(value: CelValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** A double and an integer are compared by what they mean. */
function isSameNumber(left: number | bigint, right: number | bigint): boolean {
  if (typeof left === 'number') return typeof right === 'number' ? left === right : isWhole(left, right);
  return typeof right === 'number' ? isWhole(right, left) : left === right;
}

function isWhole(double: number, integer: bigint): boolean {
  return Number.isInteger(double) && BigInt(double) === integer;
}

type MessageValue = Extract<CelValue, { readonly message: unknown }>;

/** A duration or a point in time. */
function isMessage(value: CelValue): value is MessageValue {
  return typeof value === 'object' && value !== null && 'message' in value;
}
