import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { JsonSyntaxError } from '@pilothouse/apimachinery/json/syntax-error.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Transport, TransportResponse } from '../transport.js';
import { connectionErrorText, failureIn, plainText, statusErrorText } from './call-errors.js';

export interface CallOptions {
  /** Timeout in milliseconds, including the body. Also sent in the query, in seconds. */
  readonly timeout: number;
  /** Limit for the response body. */
  readonly maxResponseBytes: number;
  readonly signal: AbortSignal;
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

export interface OutgoingReview {
  /** URL in errors. */
  readonly url: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Kubernetes' names and types. */
const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, */*',
  'user-agent': 'kube-apiserver-admission',
};

/** Sends a review, and reads the response within the timeout. */
export async function exchange(
  transport: Transport,
  review: OutgoingReview,
  { timeout, maxResponseBytes, signal }: CallOptions,
): Promise<ReviewAnswer> {
  signal.throwIfAborted();
  const ending = new AbortController();
  const abort = (): void => ending.abort();
  const timer = setTimeout(abort, timeout);
  signal.addEventListener('abort', abort, { once: true });
  try {
    const { response, body } = await send(transport, review, maxResponseBytes, ending.signal);
    return { bytes: body.length, read: () => readAnswer(response, body) };
  } catch (error) {
    signal.throwIfAborted();
    if (!ending.signal.aborted) throw error;
    throw callError(review.url, 'context deadline exceeded', undefined);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

interface Exchanged {
  readonly response: TransportResponse;
  readonly body: Buffer;
}

async function send(
  transport: Transport,
  { url, target, headers, body }: OutgoingReview,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Exchanged> {
  let response: TransportResponse;
  try {
    // Webhooks are idempotent, so that the request may be repeated.
    response = await transport.request({
      method: 'POST',
      target,
      headers: { ...HEADERS, ...headers },
      body,
      signal,
      repeatable: true,
    });
  } catch (error) {
    throw callError(url, connectionErrorText(error), error);
  }
  const error = (): Error => new WebhookCallError(`the response has more than ${maxBytes} bytes`);
  try {
    return { response, body: await collect(response.body, { limit: { bytes: maxBytes, error } }) };
  } catch (cause) {
    if (cause instanceof WebhookCallError) throw cause;
    const why = connectionErrorText(cause);
    const message = 'unexpected error when reading response body. Please retry. Original error: ';
    throw new WebhookCallError(`${message}${why === 'EOF' ? 'unexpected EOF' : why}`, undefined, { cause });
  }
}

/** Go's text for a failed request. */
export function callError(url: string, why: string, cause: unknown): WebhookCallError {
  return new WebhookCallError(`Post ${JSON.stringify(url)}: ${why}`, undefined, { cause });
}

function readAnswer({ status, headers }: TransportResponse, body: Buffer): JsonObject {
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
    return isObject(value) ? value : new WebhookCallError(`${prefix} the response is not a JSON object`);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return new WebhookCallError(`${prefix} ${error.message}`);
    throw error;
  }
}
