import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import { utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import {
  invalid,
  invalidEach,
  required,
  tooLong,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

const MAX_PARAMETERS = 512;
/** In bytes of keys and values. */
export const MAX_PARAMETERS_SIZE = 256 * 1024;

/** Validates the name of a provisioner or driver, in lower case (Kubernetes' validateProvisioner). */
export function validateProvisioner(name: string, field: string): FieldError[] {
  if (name === '') return [required(field)];
  const lower = name.toLowerCase();
  return invalidEach(field, lower, qualifiedName(lower));
}

/** Validates the number, keys and size of parameters (Kubernetes' validateParameters). */
export function validateParameters(parameters: Readonly<Record<string, string>>, field: string): FieldError[] {
  const keys = Object.keys(parameters);
  if (keys.length > MAX_PARAMETERS) return [tooLong(field, MAX_PARAMETERS)];
  const errors = keys.includes('') ? [invalid(field, '', 'field can not be empty.')] : [];
  if (sizeOf(parameters) > MAX_PARAMETERS_SIZE) errors.push(tooLong(field, MAX_PARAMETERS_SIZE));
  return errors;
}

/** The size of keys and values in bytes. */
export function sizeOf(map: Readonly<Record<string, string>>): number {
  return Object.entries(map).reduce((size, [key, value]) => size + utf8Length(key) + utf8Length(value), 0);
}
