import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';

/** The failure type, as in Kubernetes' metrics (`failure_type`). */
export type ConversionFailure =
  /** No response, or one that is not a review. */
  | 'conversion_webhook_call_failure'
  /** A response to another request, or one that reports a failure. */
  | 'conversion_webhook_malformed_response_failure'
  | 'conversion_webhook_partial_response_failure'
  | 'conversion_webhook_invalid_converted_object_failure';

/** Limit in characters for parts of a message that come from the webhook. */
const MAX_MESSAGE = 16_384;

/** A failed conversion: 500 without a reason, as Kubernetes responds to gets, lists and writes. */
export class ConversionError extends StatusError {
  readonly failure: ConversionFailure;

  constructor(failure: ConversionFailure, message: string, cause?: unknown) {
    const shown = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message;
    super('InternalError', shown, { withoutReason: true, cause });
    this.failure = failure;
  }
}

/** An object's version and kind as Go prints them: `example.com/v1, Kind=Widget`. */
export function kindText(object: JsonObject): string {
  const { apiVersion, kind } = object;
  const version = typeof apiVersion === 'string' ? apiVersion : '';
  // The core group also gets a slash.
  return `${version.includes('/') ? version : `/${version}`}, Kind=${typeof kind === 'string' ? kind : ''}`;
}

/** The Go type names of JSON values. */
export function typeText(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return 'map[string]interface {}';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'number' && !Number.isSafeInteger(value) ? 'float64' : 'int64';
}
