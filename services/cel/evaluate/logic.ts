import { isError, NO_OVERLOAD, type Value } from '../values/value.js';

/** `left && right`: false if one is, whatever the other is, even an error. */
export function both(left: Value, right: Value): Value {
  if (left === false || right === false) return false;
  return left === true && right === true ? true : problemOf(left, right);
}

/** `left || right`: true if one is, whatever the other is, even an error. */
export function either(left: Value, right: Value): Value {
  if (left === true || right === true) return true;
  return left === false && right === false ? false : problemOf(left, right);
}

function problemOf(left: Value, right: Value): Value {
  if (isError(left)) return left;
  return isError(right) ? right : NO_OVERLOAD;
}
