import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Outage } from '@pilothouse/runtime/logging/outage.js';

/** The outcome of the call of a webhook. */
export type Outcome =
  /** The webhook admits the write. A mutating one may return the operations of a JSON patch. */
  | { readonly type: 'admitted'; readonly patch?: readonly JsonObject[] }
  /** The webhook refuses the write. */
  | { readonly type: 'refused'; readonly error: StatusError }
  /** There is no valid answer. The failure policy decides. */
  | { readonly type: 'failed'; readonly error: CallError }
  /** The webhook cannot be used for the write, whatever its failure policy. */
  | { readonly type: 'unusable'; readonly error: StatusError };

/** A webhook could not be called, or its answer is invalid. The texts are those of Kubernetes. */
export class CallError extends Error implements Outage {
  override readonly name = 'CallError';
  readonly isOutage = true;
  /** The HTTP status of the answer, or that of Kubernetes' error, for metrics. */
  readonly code: number;

  constructor(webhook: string, reason: string, code: number, options?: ErrorOptions) {
    super(`failed calling webhook ${JSON.stringify(webhook)}: ${reason}`, options);
    this.code = code;
  }
}

/** 500 `Internal error occurred: …`: the fault of a webhook, not of the request or of this server. */
class WebhookStatusError extends StatusError implements Outage {
  readonly isOutage = true;
}

export function internalError(message: string, cause?: unknown): StatusError {
  return new WebhookStatusError('InternalError', `Internal error occurred: ${message}`, {
    details: { causes: [{ message }] },
    cause,
  });
}
