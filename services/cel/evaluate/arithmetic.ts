import { making } from '../library/making.js';
import { duration, timestamp } from '../values/time.js';
import { List, CelError, Duration, NO_OVERLOAD, Timestamp, Uint, type Value } from '../values/value.js';
import type { Run } from './run.js';

const MIN_INT = -(2n ** 63n);
const MAX_INT = 2n ** 63n - 1n;
const MAX_UINT = 2n ** 64n - 1n;

export function int(value: bigint): Value {
  return value < MIN_INT || value > MAX_INT ? new CelError('integer overflow') : value;
}

function uint(value: bigint): Value {
  return value < 0n || value > MAX_UINT ? new CelError('unsigned integer overflow') : new Uint(value);
}

/** `left + right` for numbers, times, and concatenation of texts, bytes and lists. */
export function add(left: Value, right: Value, run: Run): Value {
  if (typeof left === 'bigint' && typeof right === 'bigint') return int(left + right);
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  if (typeof left === 'string' && typeof right === 'string')
    return making(run, left.length + right.length) ?? left + right;
  if (left instanceof List && right instanceof List) {
    run.work(left.size + right.size);
    return left.concat(right);
  }
  if (left instanceof Uint && right instanceof Uint) return uint(left.value + right.value);
  if (left instanceof Uint8Array && right instanceof Uint8Array) {
    return making(run, left.length + right.length) ?? Buffer.concat([left, right]);
  }
  if (left instanceof Timestamp && right instanceof Duration) return timestamp(left.nanos + right.nanos, left.zone);
  if (left instanceof Duration && right instanceof Timestamp) return timestamp(left.nanos + right.nanos, right.zone);
  if (left instanceof Duration && right instanceof Duration) return duration(left.nanos + right.nanos);
  return NO_OVERLOAD;
}

export function subtract(left: Value, right: Value): Value {
  if (typeof left === 'bigint' && typeof right === 'bigint') return int(left - right);
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (left instanceof Uint && right instanceof Uint) return uint(left.value - right.value);
  if (left instanceof Timestamp && right instanceof Duration) return timestamp(left.nanos - right.nanos, left.zone);
  if (left instanceof Timestamp && right instanceof Timestamp) return duration(left.nanos - right.nanos);
  if (left instanceof Duration && right instanceof Duration) return duration(left.nanos - right.nanos);
  return NO_OVERLOAD;
}

export function multiply(left: Value, right: Value): Value {
  if (typeof left === 'bigint' && typeof right === 'bigint') return int(left * right);
  if (typeof left === 'number' && typeof right === 'number') return left * right;
  return left instanceof Uint && right instanceof Uint ? uint(left.value * right.value) : NO_OVERLOAD;
}

export function divide(left: Value, right: Value): Value {
  if (typeof left === 'number' && typeof right === 'number') return left / right;
  return integers(left, right, 'division by zero', (a, b) => a / b);
}

export function modulo(left: Value, right: Value): Value {
  return integers(left, right, 'modulus by zero', (a, b) => a % b);
}

function integers(left: Value, right: Value, byZero: string, compute: (a: bigint, b: bigint) => bigint): Value {
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    if (right === 0n) return new CelError(byZero);
    return right === -1n && left === MIN_INT ? new CelError('integer overflow') : compute(left, right);
  }
  if (left instanceof Uint && right instanceof Uint) {
    return right.value === 0n ? new CelError(byZero) : uint(compute(left.value, right.value));
  }
  return NO_OVERLOAD;
}

export function negate(value: Value): Value {
  if (typeof value === 'bigint') return int(-value);
  return typeof value === 'number' ? -value : NO_OVERLOAD;
}
