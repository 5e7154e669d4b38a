import { isObject, ownValue, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import {
  badRequest,
  REASONS,
  StatusError,
  type Reason,
  type StatusCause,
  type StatusDetails,
} from '@pilothouse/apimachinery/status/status-error.js';

const LOWEST = 400;
const HIGHEST = 599;

/** The error of a webhook that refuses a write, with the code, the reason and the details of its Status. */
export function refusalBy(webhook: string, status: JsonObject = {}): StatusError {
  const denied = `admission webhook ${JSON.stringify(webhook)} denied the request`;
  const [message, reason] = [textAt(status, 'message'), textAt(status, 'reason')];
  const why = message === '' ? reason : message;
  const text = why === '' ? `${denied} without explanation` : `${denied}: ${why}`;
  const code = codeIn(status);
  const details = detailsIn(ownValue(status, 'details'));
  return new StatusError(isReason(reason) ? reason : 'BadRequest', text, {
    code,
    ...(details && { details }),
    ...(!isReason(reason) && (reason === '' ? { withoutReason: true } : { ownReason: reason })),
  });
}

/** 400: a dry run must not reach a webhook with side effects. */
export function dryRunUnsupported(webhook: string): StatusError {
  return badRequest(`admission webhook ${JSON.stringify(webhook)} does not support dry run`);
}

function isReason(text: string): text is Reason {
  return Object.hasOwn(REASONS, text);
}

/** Of an error: a lower code is 400, as in Kubernetes, and one that HTTP does not have is 500. */
function codeIn(status: JsonObject): number {
  const code = ownValue(status, 'code');
  if (typeof code !== 'number' || !Number.isInteger(code) || code < LOWEST) return LOWEST;
  return code > HIGHEST ? 500 : code;
}

function detailsIn(value: JsonValue | undefined): StatusDetails | undefined {
  if (!isObject(value)) return undefined;
  const texts = Object.fromEntries(
    ['name', 'group', 'kind', 'uid']
      .map((name) => [name, textAt(value, name)] as const)
      .filter(([, text]) => text !== ''),
  );
  const causes = ownValue(value, 'causes');
  const seconds = ownValue(value, 'retryAfterSeconds');
  return {
    ...texts,
    ...(Array.isArray(causes) && { causes: causes.filter(isObject).map(causeIn) }),
    ...(typeof seconds === 'number' && Number.isInteger(seconds) && seconds > 0 && { retryAfterSeconds: seconds }),
  };
}

function causeIn(cause: JsonObject): StatusCause {
  const texts = ['reason', 'message', 'field'].map((name) => [name, textAt(cause, name)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

function textAt(object: JsonObject, name: string): string {
  const value = ownValue(object, name);
  return typeof value === 'string' ? value : '';
}
