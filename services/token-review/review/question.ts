import {
  eachError,
  invalid,
  keyPath,
  required,
  tooLong,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

/** A question about a token, however it came. */
export interface Question {
  readonly token: string;
  /** The token must be for one of them; for those of the service when empty. */
  readonly audiences: readonly string[];
}

/** Longer than any that fits into the headers of a request. */
export const MAX_TOKEN_BYTES = 64 * 1024;
const MAX_AUDIENCES = 100;
const MAX_AUDIENCE_BYTES = 1024;

/** What no header could hold: a token that has it was never anybody's. */
const UNPRINTABLE = /[^\x21-\x7e]/;

/** What is wrong with a question, by the names of its fields. The token itself is never told. */
export function questionErrors({ token, audiences }: Question): FieldError[] {
  return [
    ...tokenErrors(token),
    ...(audiences.length > MAX_AUDIENCES ? [invalid('audiences', null, `may be ${MAX_AUDIENCES} at most`)] : []),
    ...eachError(audiences.slice(0, MAX_AUDIENCES), (audience, index) => {
      const path = keyPath('audiences', index);
      if (audience === '') return [required(path)];
      return Buffer.byteLength(audience) > MAX_AUDIENCE_BYTES ? [tooLong(path, MAX_AUDIENCE_BYTES)] : [];
    }),
  ];
}

function tokenErrors(token: string): FieldError[] {
  if (token === '') return [required('token')];
  if (Buffer.byteLength(token) > MAX_TOKEN_BYTES) return [tooLong('token', MAX_TOKEN_BYTES)];
  if (!UNPRINTABLE.test(token)) return [];
  return [
    { reason: 'FieldValueInvalid', field: 'token', message: 'Invalid value: must be printable ASCII without spaces' },
  ];
}
