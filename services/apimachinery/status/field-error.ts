import { keyed } from '../changing/changing.js';
import type { JsonValue } from '../json/value.js';

/** The kinds of field errors, with Kubernetes' texts and reasons. */
const KINDS = {
  FieldValueInvalid: 'Invalid value',
  FieldValueRequired: 'Required value',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueTooLong: 'Too long',
  FieldValueNotFound: 'Not found',
  FieldValueTooMany: 'Too many',
  FieldValueTypeInvalid: 'Invalid value',
  InternalError: 'Internal error',
} as const;

export type FieldErrorReason = keyof typeof KINDS;

/** An error of one field. `message` is complete except for the field's path. */
export interface FieldError {
  readonly reason: FieldErrorReason;
  /** Such as `metadata.labels`, `rules[0].verbs` or `data[a key]`. */
  readonly field: string;
  readonly message: string;
}

/** Limit of reported errors: a body can have a million, and a response cannot hold all. */
export const MAX_REPORTED_ERRORS = 1_000;

/** Limit of the total size of reported errors in characters: paths and lists of allowed values can be long. */
export const MAX_REPORTED_CHARACTERS = 1_000_000;

/** The errors of list items. Stops after a thousand errors, because no more are reported. */
export function eachError<Item>(
  items: Iterable<Item>,
  check: (item: Item, index: number) => readonly FieldError[],
): FieldError[] {
  const errors: FieldError[] = [];
  let index = 0;
  for (const item of items) {
    for (const error of check(item, index)) errors.push(error);
    if (errors.length >= MAX_REPORTED_ERRORS) break;
    index += 1;
  }
  return errors;
}

function fieldError(reason: FieldErrorReason, field: string, value: string, detail: string): FieldError {
  let message: string = KINDS[reason];
  // Not concatenated, because that would copy a detail that errors share.
  if (value !== '') message += `: ${value}`;
  if (detail !== '') message = `${message}: ` + detail;
  return { reason, field, message };
}

/** `Invalid value: "x": detail`. */
export function invalid(field: string, value: JsonValue, detail: string): FieldError {
  return fieldError('FieldValueInvalid', field, quote(value), detail);
}

/** An error for each problem that a rule such as `dnsLabel` finds in a value. */
export function invalidEach(field: string, value: JsonValue, problems: readonly string[]): FieldError[] {
  return problems.map((problem) => invalid(field, value, problem));
}

/** `Invalid value: detail`, without the value. */
export function invalidWhole(field: string, detail: string): FieldError {
  return fieldError('FieldValueInvalid', field, '', detail);
}

/** `Required value` with an optional detail. */
export function required(field: string, detail = ''): FieldError {
  return fieldError('FieldValueRequired', field, '', detail);
}

/** `Duplicate value: "x"`. */
export function duplicate(field: string, value: JsonValue): FieldError {
  return fieldError('FieldValueDuplicate', field, quote(value), '');
}

/** `Unsupported value: "x": supported values: "a", "b"`, in the order in which they are given. */
export function notSupported(field: string, value: JsonValue, supported: readonly string[]): FieldError {
  return fieldError('FieldValueNotSupported', field, quote(value), supportedText(supported));
}

/** Created once for each list, which can be long and violated often. */
const supportedText = keyed((supported: readonly string[]) => {
  const list = supported.map((item) => JSON.stringify(item));
  return `supported values: ${list.join(', ')}`;
});

/** `Forbidden: detail`. */
export function forbidden(field: string, detail: string): FieldError {
  return fieldError('FieldValueForbidden', field, '', detail);
}

/** `Not found: "x"`: a reference to a missing object. */
export function notFoundValue(field: string, value: JsonValue): FieldError {
  return fieldError('FieldValueNotFound', field, quote(value), '');
}

/** `Too long: may not be more than 253 bytes`. The value is omitted. */
export function tooLong(field: string, maxLength: number): FieldError {
  return fieldError('FieldValueTooLong', field, '', `may not be more than ${maxLength} bytes`);
}

/** `Too many: 5: must have at most 3 items`. */
export function tooMany(field: string, actual: number, most: number): FieldError {
  return fieldError(
    'FieldValueTooMany',
    field,
    String(actual),
    `must have at most ${most} ${most === 1 ? 'item' : 'items'}`,
  );
}

/** `Invalid value: "string": detail`, for a value of the wrong type. */
export function typeInvalid(field: string, value: JsonValue, detail: string): FieldError {
  return fieldError('FieldValueTypeInvalid', field, quote(value), detail);
}

/** `Internal error: detail`: the value is valid but cannot be processed. */
export function internal(field: string, detail: string): FieldError {
  return fieldError('InternalError', field, '', detail);
}

/** The error in one line: `metadata.name: Required value`. */
export function fieldErrorText(error: FieldError): string {
  return error.field === '' ? error.message : `${error.field}: ${error.message}`;
}

/** The path of a child: `fieldPath('spec', 'a')` is `spec.a`; an empty parent adds nothing. */
export function fieldPath(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}

/** The path of a map entry or list item: `data[a]`, `rules[0]`. */
export function keyPath(parent: string, key: string | number): string {
  return `${parent}[${key}]`;
}

function quote(value: JsonValue): string {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return value.toString();
  const text = JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner));
  return typeof value === 'object' ? text.replace(/[<>&]/g, escaped) : text;
}

/** Kubernetes writes objects and lists as JSON escaped for HTML. */
function escaped(letter: string): string {
  return String.raw`\u00${letter.charCodeAt(0).toString(16)}`;
}
