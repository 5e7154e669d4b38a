import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { forbidden, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';

/** Once `immutable` is true, it and the given fields cannot change (ConfigMap and Secret). */
export function validateImmutableData(object: JsonObject, old: JsonObject, fields: readonly string[]): FieldError[] {
  if (old['immutable'] !== true) return [];
  const changed = fields.filter((field) => !deepEqual(object[field], old[field]));
  const all = object['immutable'] === true ? changed : ['immutable', ...changed];
  return all.map((field) => forbidden(field, 'field is immutable when `immutable` is set'));
}

/** The maximum total size of the values of a ConfigMap or Secret, in bytes. */
export const MAX_DATA_BYTES = 1024 * 1024;
