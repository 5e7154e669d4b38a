import { isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import {
  REASONS,
  StatusError,
  type Reason,
  type StatusCause,
  type StatusDetails,
} from '@pilothouse/apimachinery/status/status-error.js';
import { NoVerdictError, type Refusal, type RefusalStatus } from '@pilothouse/runtime/admission-api/service.js';
import type { AdmissionAttributes } from '@pilothouse/admission/attributes.js';

/** A service with the policy Fail has not answered: 503 for a transient failure, otherwise 500. The request itself is valid. */
export function unanswered(service: string, error: unknown): StatusError {
  const message = errorMessage(error);
  const text = `failed calling the admission service ${JSON.stringify(service)}: ${message}`;
  if (error instanceof NoVerdictError && error.reason === 'unavailable') {
    return new StatusError('ServiceUnavailable', text, { details: { retryAfterSeconds: 1 }, cause: error });
  }
  return new StatusError('InternalError', `Internal error occurred: ${text}`, {
    details: { causes: [{ message: text }] },
    cause: error,
  });
}

/** The response for a plugin's refusal: 403 by default, with Kubernetes' text. */
export function refused(
  { resource: { group, resource }, name }: AdmissionAttributes,
  { by, status }: Refusal,
): StatusError {
  const { code, reason } = codeOf(status);
  const denied = `admission plugin ${JSON.stringify(by)} denied the request`;
  const why = status.message === '' ? status.reason : status.message;
  const explained = why === '' ? `${denied} without explanation` : `${denied}: ${why}`;
  // A refusal with details has a complete message, as from Kubernetes' own plugins.
  const message = status.details !== undefined && status.message !== '' ? status.message : explained;
  const about = { ...(name !== '' && { name }), ...(group !== '' && { group }), kind: resource };
  return new StatusError(reason, message, { code, details: status.details ? detailsOf(status.details) : about });
}

/** Non-error codes and unknown reasons are ignored. */
function codeOf({ code, reason }: RefusalStatus): { readonly code: number; readonly reason: Reason } {
  const named = isReason(reason) ? reason : undefined;
  if (!Number.isInteger(code) || code < 400 || code > 599) {
    return { code: REASONS[named ?? 'Forbidden'], reason: named ?? 'Forbidden' };
  }
  const [fitting] = Object.keys(REASONS)
    .filter((each) => isReason(each) && REASONS[each] === code)
    .filter(isReason);
  return { code, reason: named ?? fitting ?? (code < 500 ? 'Forbidden' : 'InternalError') };
}

function isReason(text: string): text is Reason {
  return Object.hasOwn(REASONS, text);
}

/** The valid fields of StatusDetails from a service. */
function detailsOf(details: JsonObject): StatusDetails {
  const { causes, retryAfterSeconds } = details;
  return {
    ...texts(details, ['name', 'group', 'kind', 'uid']),
    ...(Array.isArray(causes) && { causes: causes.filter(isObject).map(causeOf) }),
    ...(typeof retryAfterSeconds === 'number' && retryAfterSeconds > 0 && { retryAfterSeconds }),
  };
}

function causeOf(cause: JsonObject): StatusCause {
  return texts(cause, ['reason', 'message', 'field']);
}

function texts<Name extends string>(
  object: Readonly<Record<string, JsonValue>>,
  names: readonly Name[],
): { readonly [N in Name]?: string } {
  const found: { [N in Name]?: string } = {};
  for (const name of names) {
    const value = object[name];
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}
