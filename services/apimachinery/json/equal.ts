import { isObject, type JsonValue } from './value.js';

/**
 * Structural equality at any depth. Numbers compare by value, so a bigint equals the number of the same value. Key
 * order does not matter. The cost is at most that of the smaller value.
 */
export function deepEqual(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const pending: JsonValue[] = [];
  if (!equalLevel(a, b, pending)) return false;
  for (let right = pending.pop(); right !== undefined; right = pending.pop()) {
    const left = pending.pop() as JsonValue;
    if (!equalLevel(left, right, pending)) return false;
  }
  return true;
}

/** The same, where an absent value equals null. */
export function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return deepEqual(a ?? null, b ?? null);
}

/** Compares scalars and the shape of containers; pushes the pairs of inner values to `pending`. */
function equalLevel(left: JsonValue, right: JsonValue, pending: JsonValue[]): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => equalInside(item, right[index] as JsonValue, pending));
  }
  if (!isObject(left)) return equalScalar(left, right);
  if (!isObject(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every(
    (key) => Object.hasOwn(right, key) && equalInside(left[key] as JsonValue, right[key] as JsonValue, pending),
  );
}

function equalInside(left: JsonValue, right: JsonValue, pending: JsonValue[]): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || left === null) return equalScalar(left, right);
  pending.push(left, right);
  return true;
}

function equalScalar(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (typeof a === 'bigint') return typeof b === 'number' && Number.isInteger(b) && BigInt(b) === a;
  return typeof a === 'number' && typeof b === 'bigint' && equalScalar(b, a);
}
