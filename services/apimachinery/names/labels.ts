import { type FieldError, invalid, tooLong } from '../status/field-error.js';
import { utf8Length } from './messages.js';
import { labelValue, qualifiedName } from './qualified-name.js';

/** Size limit of all annotation keys and values of an object, in bytes. */
export const MAX_ANNOTATIONS_SIZE = 256 * 1024;

/** Validates labels, in key order. All errors name `field` as a whole. */
export function validateLabels(labels: Readonly<Record<string, string>>, field: string): FieldError[] {
  const errors: FieldError[] = [];
  for (const key of Object.keys(labels).sort()) {
    const value = labels[key] ?? '';
    for (const problem of qualifiedName(key)) errors.push(invalid(field, key, problem));
    for (const problem of labelValue(value)) errors.push(invalid(field, value, problem));
  }
  return errors;
}

/** Validates annotations: keys may contain capitals, and the total size is limited. */
export function validateAnnotations(annotations: Readonly<Record<string, string>>, field: string): FieldError[] {
  const errors: FieldError[] = [];
  let size = 0;
  for (const key of Object.keys(annotations).sort()) {
    for (const problem of qualifiedName(key.toLowerCase())) errors.push(invalid(field, key, problem));
    size += utf8Length(key) + utf8Length(annotations[key] ?? '');
  }
  if (size > MAX_ANNOTATIONS_SIZE) errors.push(tooLong(field, MAX_ANNOTATIONS_SIZE));
  return errors;
}
