import { invalid, type FieldError, type FieldErrorReason } from '@pilothouse/apimachinery/status/field-error.js';
import { NO_PATH } from '@pilothouse/apimachinery/structural/check.js';

const BLOCKING: readonly FieldErrorReason[] = [
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
];
const DETAIL =
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';

/** The error that replaces rule results, if an object has errors that prevent the evaluation of rules. */
export function blockingError(errors: readonly FieldError[]): FieldError | undefined {
  return errors.some(({ reason }) => BLOCKING.includes(reason)) ? invalid(NO_PATH, null, DETAIL) : undefined;
}
