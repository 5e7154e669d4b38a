import { isSame } from '@pilothouse/apimachinery/json/equal.js';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { invalid, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';

/** Validates that a field has not changed (Kubernetes' ValidateImmutableField). */
export function validateImmutable(
  value: JsonValue | undefined,
  old: JsonValue | undefined,
  field: string,
): FieldError[] {
  return isSame(value, old) ? [] : [immutable(field, value)];
}

/** The error of a changed field. */
export function immutable(field: string, value: JsonValue | undefined): FieldError {
  return invalid(field, value ?? null, 'field is immutable');
}
