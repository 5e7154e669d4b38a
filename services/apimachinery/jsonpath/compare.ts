import { compareTexts } from '../fieldpath/canonical.js';
import type { JsonValue } from '../json/value.js';
import { JsonPathError } from './error.js';
import { isInteger } from './numbers.js';

/** One side of a comparison. `isFloat` marks a number that is not written as an integer. */
export interface Operand {
  readonly value: JsonValue;
  readonly isFloat: boolean;
}

type Kind = 'bool' | 'int' | 'float' | 'string';

const BAD_TYPE = 'invalid type for comparison';
const BAD_PAIR = 'incompatible types for comparison';

/**
 * Compares as Go templates do: both sides must have the same type, and booleans have no order. Throws {@link
 * JsonPathError}.
 */
export function compare(operator: string, left: Operand, right: Operand): boolean {
  switch (operator) {
    case '==':
      return isEqual(left, right);
    case '!=':
      return !isEqual(left, right);
    case '<':
      return orderOf(left, right) < 0;
    case '<=':
      return orderOf(left, right) <= 0;
    case '>':
      return orderOf(left, right) > 0;
    case '>=':
      return orderOf(left, right) >= 0;
    default:
      throw new JsonPathError(`unrecognized filter operator ${operator}`);
  }
}

function isEqual(left: Operand, right: Operand): boolean {
  commonKind(left, right);
  const [a, b] = [left.value, right.value];
  // If only one side is a bigint, the values differ.
  return a === b;
}

function orderOf(left: Operand, right: Operand): number {
  const kind = commonKind(left, right);
  if (kind === 'bool') throw new JsonPathError(BAD_TYPE);
  const [a, b] = [left.value, right.value];
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (!isNumeric(a) || !isNumeric(b)) throw new JsonPathError(BAD_TYPE);
  return a < b ? -1 : a > b ? 1 : 0;
}

function commonKind(left: Operand, right: Operand): Kind {
  const [a, b] = [kindOf(left), kindOf(right)];
  if (a !== b) throw new JsonPathError(BAD_PAIR);
  return a;
}

function kindOf({ value, isFloat }: Operand): Kind {
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  if (!isNumeric(value)) throw new JsonPathError(BAD_TYPE);
  return !isFloat && isInteger(value) ? 'int' : 'float';
}

function isNumeric(value: JsonValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}
