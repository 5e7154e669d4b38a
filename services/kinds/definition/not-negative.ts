import { invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';

/** Validates that an optional number is at least 0 (Kubernetes' ValidateNonnegativeField). */
export function notNegative(value: number | bigint | undefined, field: string): FieldError[] {
  return value === undefined || value >= 0 ? [] : [invalid(field, value, 'must be greater than or equal to 0')];
}
