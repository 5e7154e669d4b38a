import { errorMessage } from './error-message.js';
import { fieldErrorText, MAX_REPORTED_ERRORS, MAX_REPORTED_CHARACTERS, type FieldError } from './field-error.js';

/** Status reasons and their HTTP status codes (Kubernetes' `metav1.StatusReason`). */
export const REASONS = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  AlreadyExists: 409,
  Conflict: 409,
  Expired: 410,
  Gone: 410,
  RequestEntityTooLarge: 413,
  UnsupportedMediaType: 415,
  Invalid: 422,
  TooManyRequests: 429,
  InternalError: 500,
  ServerTimeout: 500,
  NotImplemented: 501,
  ServiceUnavailable: 503,
  Timeout: 504,
} as const;

export type Reason = keyof typeof REASONS;

export interface StatusCause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

/** The object that the error is about. */
export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  /** The resource (`configmaps`), or for Invalid errors the kind (`ConfigMap`). */
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  /** Also sent as the Retry-After header. */
  readonly retryAfterSeconds?: number;
}

/** A Status object. */
export interface Status {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: { readonly resourceVersion?: string; readonly continue?: string };
  readonly status: 'Success' | 'Failure';
  readonly message?: string;
  /** A {@link Reason}, or one that a webhook made up. */
  readonly reason?: string;
  readonly details?: StatusDetails;
  readonly code: number;
}

export interface StatusErrorOptions {
  readonly details?: StatusDetails;
  /** The HTTP status if it differs from that of the reason. */
  readonly code?: number;
  /** A continue token for an expired list (410). */
  readonly continue?: string;
  readonly cause?: unknown;
  /** The Status has no reason. Kubernetes does so (500) if an internal error reaches the client. */
  readonly withoutReason?: true;
  /** The reason in the Status, if it is none of ours: webhooks can refuse with any text. */
  readonly ownReason?: string;
}

/** A resource in error messages: `configmaps`, or `roles.rbac.authorization.k8s.io`. */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** The only class of errors that reaches clients. Every case is a {@link Reason}. */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly reason: Reason;
  readonly code: number;
  readonly details: StatusDetails | undefined;
  readonly continue: string | undefined;
  /** The reason in the Status; undefined if it has none. */
  readonly shownReason: string | undefined;

  constructor(reason: Reason, message: string, options: StatusErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.reason = reason;
    this.code = options.code ?? REASONS[reason];
    this.details = options.details;
    this.continue = options.continue;
    this.shownReason = options.withoutReason === true ? undefined : (options.ownReason ?? reason);
  }

  /** Converts a thrown value to a StatusError. Other errors become an InternalError with the original as `cause`. */
  static from(thrown: unknown): StatusError {
    if (thrown instanceof StatusError) return thrown;
    const text = errorMessage(thrown);
    return new StatusError('InternalError', `Internal error occurred: ${text}`, {
      details: { causes: [{ message: text }] },
      cause: thrown,
    });
  }

  /** The Status object for clients. */
  toStatus(): Status {
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: this.continue === undefined ? {} : { continue: this.continue },
      status: 'Failure',
      message: this.message,
      ...(this.shownReason !== undefined && { reason: this.shownReason }),
      ...(this.details && { details: this.details }),
      code: this.code,
    };
  }
}

/** `roles.rbac.authorization.k8s.io`, or `configmaps` in the core group. */
export function qualifiedResource({ group, resource }: GroupResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}

function about({ group, resource }: GroupResource, name: string): StatusDetails {
  return { name, ...(group !== '' && { group }), kind: resource };
}

export function notFound(resource: GroupResource, name: string): StatusError {
  return new StatusError('NotFound', `${qualifiedResource(resource)} ${JSON.stringify(name)} not found`, {
    details: about(resource, name),
  });
}

export function alreadyExists(resource: GroupResource, name: string): StatusError {
  return new StatusError('AlreadyExists', `${qualifiedResource(resource)} ${JSON.stringify(name)} already exists`, {
    details: about(resource, name),
  });
}

export function conflict(resource: GroupResource, name: string, why: string): StatusError {
  const message = `Operation cannot be fulfilled on ${qualifiedResource(resource)} ${JSON.stringify(name)}: ${why}`;
  return new StatusError('Conflict', message, { details: about(resource, name) });
}

/** The first errors, within the limits of an answer; always one. */
function reportedErrors(errors: readonly FieldError[]): readonly FieldError[] {
  let characters = 0;
  const end = errors.findIndex(({ field, message }, index) => {
    const isFull = index >= MAX_REPORTED_ERRORS || characters >= MAX_REPORTED_CHARACTERS;
    characters += field.length + message.length;
    return isFull;
  });
  return end < 0 ? errors : errors.slice(0, end);
}

/** 422 with every field error as a cause, a thousand at most. `kind` is the object's kind and group. */
export function invalidObject(
  { group, kind }: { readonly group: string; readonly kind: string },
  name: string,
  errors: readonly FieldError[],
): StatusError {
  const reported = reportedErrors(errors);
  const texts = [...new Set(reported.map(fieldErrorText))];
  const list = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  const qualified = group === '' ? kind : `${kind}.${group}`;
  return new StatusError('Invalid', `${qualified} ${JSON.stringify(name)} is invalid: ${list}`, {
    details: {
      ...(name !== '' && { name }),
      ...(group !== '' && { group }),
      kind,
      causes: reported.map(({ reason, message, field }) => ({ reason, message, field })),
    },
  });
}

export function badRequest(message: string): StatusError {
  return new StatusError('BadRequest', message);
}
