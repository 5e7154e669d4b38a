import { Duration, Timestamp, Uint, type Value } from './value.js';

/** Negative, zero or positive; NaN for a NaN operand; undefined for unordered values. */
export function compare(left: Value, right: Value): number | undefined {
  if (typeof left === 'string') return typeof right === 'string' ? compareTexts(left, right) : undefined;
  const [one, other] = [numberOf(left), numberOf(right)];
  if (one !== undefined) {
    if (other === undefined) return undefined;
    // Integers are compared with doubles as the nearest double.
    const [a, b] = typeof one === typeof other ? [one, other] : [Number(one), Number(other)];
    if (a < b) return -1;
    if (a > b) return 1;
    return Number.isNaN(a) || Number.isNaN(b) ? NaN : 0;
  }
  if (typeof left === 'boolean') return typeof right === 'boolean' ? Number(left) - Number(right) : undefined;
  if (left instanceof Uint8Array) return right instanceof Uint8Array ? Buffer.compare(left, right) : undefined;
  if (left instanceof Timestamp && right instanceof Timestamp) return sign(left.nanos - right.nanos);
  if (left instanceof Duration && right instanceof Duration) return sign(left.nanos - right.nanos);
  return undefined;
}

function numberOf(value: Value): bigint | number | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  return value instanceof Uint ? value.value : undefined;
}

function sign(difference: bigint): number {
  return difference < 0n ? -1 : Number(difference > 0n);
}

/** By code points, which is the order of UTF-8. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (a !== b) return isSurrogate(a) === isSurrogate(b) ? a - b : isSurrogate(a) ? 1 : -1;
  }
  return left.length - right.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000;
}
