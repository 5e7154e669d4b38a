import { parseQuantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import { invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';

const NEGATIVE = 'must be greater than or equal to 0';

/** Port numbers. */
export const PORTS = [1, 65_535] as const;

/** Validates that an optional number is at least 0 (Kubernetes' ValidateNonnegativeField). */
export function notNegative(value: number | bigint | undefined, field: string): FieldError[] {
  return value === undefined || value >= 0 ? [] : [invalid(field, value, NEGATIVE)];
}

/** Validates that an optional quantity is at least 0 (Kubernetes' ValidateNonnegativeQuantity). */
export function notNegativeQuantity(value: string | undefined, field: string): FieldError[] {
  return value === undefined || parseQuantity(value).milli >= 0n ? [] : [invalid(field, value, NEGATIVE)];
}

/** Validates that an optional number is in an inclusive range. */
export function validateRange(
  value: number | bigint | undefined,
  [lowest, highest]: readonly [number, number],
  field: string,
): FieldError[] {
  if (value === undefined || (value >= lowest && value <= highest)) return [];
  return [invalid(field, value, `must be between ${lowest} and ${highest}, inclusive`)];
}
