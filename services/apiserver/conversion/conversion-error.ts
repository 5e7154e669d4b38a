import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';

/** What went wrong, as Kubernetes' metrics call it (`failure_type`). */
export type ConversionFailure =
  /** No answer, or one that is no review. */
  | 'conversion_webhook_call_failure'
  /** An answer that is about something else, or that says that the conversion failed. */
  | 'conversion_webhook_malformed_response_failure'
  | 'conversion_webhook_partial_response_failure'
  | 'conversion_webhook_invalid_converted_object_failure';

/** The webhook writes parts of messages. More characters than these are cut off. */
const MAX_MESSAGE = 16_384;

/** An object could not be converted: 500 without a reason, as Kubernetes answers gets, lists and writes. */
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
  // The core group has a slash too.
  return `${version.includes('/') ? version : `/${version}`}, Kind=${typeof kind === 'string' ? kind : ''}`;
}

/** As Go names the types of JSON values. */
export function typeText(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return 'map[string]interface {}';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'number' && !Number.isSafeInteger(value) ? 'float64' : 'int64';
}
