import {
  eachError,
  invalid,
  keyPath,
  required,
  tooLong,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

/** A token review request of any transport. */
export interface ReviewRequest {
  readonly token: string;
  /** The token must be valid for one of them; the audiences of the service when empty. */
  readonly audiences: readonly string[];
}

/** More than a request header can hold. */
export const MAX_TOKEN_BYTES = 64 * 1024;
const MAX_AUDIENCES = 100;
const MAX_AUDIENCE_BYTES = 1024;

/** Characters that a request header cannot hold. No valid token contains them. */
const UNPRINTABLE = /[^\x21-\x7e]/;

/** Validates a request. The errors name the fields and never contain the token. */
export function requestErrors({ token, audiences }: ReviewRequest): FieldError[] {
  return [
    ...tokenErrors(token),
    ...(audiences.length > MAX_AUDIENCES
      ? [invalid('audiences', null, `must have at most ${MAX_AUDIENCES} items`)]
      : []),
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
