import { setMaxListeners } from 'node:events';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { JsonSyntaxError } from '@pilothouse/apimachinery/json/syntax-error.js';
import { isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { Span } from '@pilothouse/runtime/tracing/span.js';
import type { Connections } from './connections.js';
import { TooLongError, TruncatedError, type CallLimits, type Exchanged, type OutgoingCall } from './outgoing.js';
import { connectionErrorText, failureIn, plainText, statusErrorText } from './call-errors.js';

export interface CallOptions {
  /** Timeout in milliseconds, including the body. Also sent in the query, in seconds. */
  readonly timeout: number;
  /** Limit for the response body. */
  readonly maxResponseBytes: number;
  readonly signal: AbortSignal;
  /** The part of the trace that calls; undefined if tracing is off. */
  readonly trace?: Span | undefined;
}

/** A webhook did not answer as expected. `code` is the HTTP status of an error response. */
export class WebhookCallError extends Error {
  override readonly name = 'WebhookCallError';

  constructor(
    message: string,
    readonly code?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A response with its unparsed body. */
export interface ReviewAnswer {
  readonly bytes: number;
  /** Parses the JSON object, in time linear in `bytes`. Throws WebhookCallError. */
  readonly read: () => JsonObject;
}

export interface OutgoingReview extends OutgoingCall {
  /** URL in errors. */
  readonly url: string;
}

/** Sends a review, and reads the response within the timeout. */
export async function exchange(
  connections: Connections,
  review: OutgoingReview,
  { timeout, maxResponseBytes, signal }: CallOptions,
): Promise<ReviewAnswer> {
  signal.throwIfAborted();
  // Any number of calls may listen to one signal, which Node would report as a leak.
  setMaxListeners(0, signal);
  const ending = new AbortController();
  const abort = (): void => ending.abort();
  const timer = setTimeout(abort, timeout);
  signal.addEventListener('abort', abort, { once: true });
  try {
    const response = await send(connections, review, { maxResponseBytes, signal: ending.signal });
    return { bytes: response.body.length, read: () => readAnswer(response) };
  } catch (error) {
    signal.throwIfAborted();
    if (!ending.signal.aborted) throw error;
    throw callError(review.url, 'context deadline exceeded', undefined);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

async function send(connections: Connections, review: OutgoingReview, limits: CallLimits): Promise<Exchanged> {
  try {
    return await connections.call(review, limits);
  } catch (error) {
    if (error instanceof TooLongError) throw new WebhookCallError(error.message);
    const why = connectionErrorText(error);
    if (!(error instanceof TruncatedError)) throw callError(review.url, why, error);
    const message = 'unexpected error when reading response body. Please retry. Original error: ';
    throw new WebhookCallError(message + why, undefined, { cause: error });
  }
}

/** Go's text for a failed request. */
export function callError(url: string, why: string, cause: unknown): WebhookCallError {
  return new WebhookCallError(`Post ${JSON.stringify(url)}: ${why}`, undefined, { cause });
}

function readAnswer({ status, headers, body }: Exchanged): JsonObject {
  const isGood = status >= 200 && status <= 206;
  if (isGood && body.length === 0) {
    const contentType = headers['content-type'] ?? 'application/json';
    throw new WebhookCallError(`0-length response with status code: ${status} and content type: ${contentType}`);
  }
  const answer = parsed(body);
  const failure = answer instanceof Error ? undefined : failureIn(answer);
  if (failure !== undefined) throw new WebhookCallError(failure.message, failure.code ?? status);
  if (!isGood) throw new WebhookCallError(statusErrorText(status, plainText(headers['content-type'], body)), status);
  if (answer instanceof Error) throw answer;
  return answer;
}

function parsed(body: Buffer): JsonObject | WebhookCallError {
  const prefix = "couldn't get version/kind; json parse error:";
  try {
    const { value } = parseJson(body);
    return isObject(value) ? value : new WebhookCallError(`${prefix} ${notAnObject(value)}`);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return new WebhookCallError(`${prefix} ${error.message}`);
    throw error;
  }
}

/** Go's text for a value that is not an object. */
function notAnObject(value: JsonValue): string {
  const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  const target = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`;
  return `json: cannot unmarshal ${type === 'bigint' ? 'number' : type} into Go value of type ${target}`;
}
