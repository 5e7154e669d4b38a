import { parseQuantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import { invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';

/** Validates that an amount is not negative (Kubernetes' validateBasicResource, which reports a whole number). */
export function notNegativeAmount(amount: string, field: string): FieldError[] {
  const { milli } = parseQuantity(amount);
  if (milli >= 0n) return [];
  return [invalid(field, (milli - 999n) / 1000n, 'must be a valid resource quantity')];
}
