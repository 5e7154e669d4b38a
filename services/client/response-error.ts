import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, ownValue, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { REASONS, StatusError, type Reason } from '@pilothouse/apimachinery/status/status-error.js';
import type { TransportResponse } from './transport.js';

/** Converts a Status to an error. `code` is the default of its code. */
export function statusError(status: JsonObject, code: number): StatusError {
  const given = ownValue(status, 'code');
  const actual = typeof given === 'number' && given > 0 ? given : code;
  const reason = textOf(status['reason']);
  const details = status['details'];
  const metadata = status['metadata'];
  const token = isObject(metadata) ? textOf(metadata['continue']) : '';
  const message = textOf(status['message']) || `the server answered with the status code ${actual}`;
  return new StatusError(isReason(reason) ? reason : reasonFor(actual), message, {
    code: actual,
    ...(isObject(details) && { details }),
    ...(token !== '' && { continue: token }),
  });
}

/** Converts a response with a status of 400 or more to an error, with or without a Status in its body. Reads the body. */
export async function responseError({ status, headers, body }: TransportResponse): Promise<StatusError> {
  const bytes = await collect(body);
  const value = parsed(bytes);
  if (isObject(value) && value['kind'] === 'Status') return statusError(value, status);
  const text = Buffer.from(bytes).toString().trim().slice(0, 1000);
  const seconds = Number(headers['retry-after']);
  return new StatusError(reasonFor(status), text || `the server answered with the status code ${status}`, {
    code: status,
    ...(seconds > 0 && { details: { retryAfterSeconds: seconds } }),
  });
}

function parsed(bytes: Uint8Array): JsonValue | undefined {
  try {
    return parseJson(bytes).value;
  } catch {
    return undefined;
  }
}

function isReason(text: string): text is Reason {
  return Object.hasOwn(REASONS, text);
}

/** The first reason of the table for a status code, except for a plain 409. */
function reasonFor(code: number): Reason {
  if (code === REASONS.Conflict) return 'Conflict';
  const reason = Object.keys(REASONS).find((each) => isReason(each) && REASONS[each] === code);
  if (reason !== undefined && isReason(reason)) return reason;
  return code >= 500 ? 'InternalError' : 'BadRequest';
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
