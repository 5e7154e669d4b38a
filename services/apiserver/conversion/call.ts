import { Buffer } from 'node:buffer';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { JsonSyntaxError } from '@pilothouse/apimachinery/json/syntax-error.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { TransportResponse } from '@pilothouse/client/transport.js';
import { connectionErrorText, failureIn, plainText, statusErrorText } from './call-errors.js';
import type { WebhookEndpoint } from './client-config.js';

export interface CallOptions {
  /** Timeout in milliseconds, including the body. */
  readonly timeout: number;
  /** Limit for the response body. */
  readonly maxResponseBytes: number;
  readonly signal?: AbortSignal | undefined;
}

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, */*' };

/** A response with its unparsed body. */
export interface ReviewAnswer {
  readonly bytes: number;
  /** Parses the JSON object, in time linear in `bytes`. Throws the errors of `postReview`. */
  readonly read: () => JsonObject;
}

/**
 * Posts a review. Rejects with an Error that has client-go's message, and with the reason of the signal if it is
 * aborted.
 */
export async function postReview(endpoint: WebhookEndpoint, text: string, options: CallOptions): Promise<ReviewAnswer> {
  const { signal } = options;
  const ending = new AbortController();
  const abort = (): void => ending.abort();
  const timer = setTimeout(abort, options.timeout);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    signal?.throwIfAborted();
    const { response, body } = await exchange(endpoint, text, options.maxResponseBytes, ending.signal);
    return { bytes: body.length, read: () => readAnswer(response, body) };
  } catch (error) {
    signal?.throwIfAborted();
    if (!ending.signal.aborted) throw error;
    throw callError(endpoint, 'context deadline exceeded', error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

interface Exchanged {
  readonly response: TransportResponse;
  readonly body: Buffer;
}

async function exchange(
  endpoint: WebhookEndpoint,
  text: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Exchanged> {
  const { transport, target } = endpoint;
  const body = Buffer.from(text);
  let response: TransportResponse;
  try {
    // A conversion has no side effects, so the request may be repeated.
    response = await transport.request({ method: 'POST', target, headers: HEADERS, body, signal, repeatable: true });
  } catch (error) {
    throw callError(endpoint, connectionErrorText(error), error);
  }
  const error = (): Error => new TooLongError(`the response has more than ${maxBytes} bytes`);
  try {
    return { response, body: await collect(response.body, { limit: { bytes: maxBytes, error } }) };
  } catch (cause) {
    if (cause instanceof TooLongError) throw cause;
    const why = connectionErrorText(cause);
    const message = 'unexpected error when reading response body. Please retry. Original error: ';
    throw new Error(`${message}${why === 'EOF' ? 'unexpected EOF' : why}`, { cause });
  }
}

class TooLongError extends Error {}

function callError({ url }: WebhookEndpoint, why: string, cause: unknown): Error {
  return new Error(`Post ${JSON.stringify(url)}: ${why}`, { cause });
}

function readAnswer({ status, headers }: TransportResponse, body: Buffer): JsonObject {
  const isGood = status >= 200 && status <= 206;
  if (isGood && body.length === 0) {
    const contentType = headers['content-type'] ?? 'application/json';
    throw new Error(`0-length response with status code: ${status} and content type: ${contentType}`);
  }
  const answer = parsed(body);
  const failure = answer instanceof Error ? undefined : failureIn(answer);
  if (failure !== undefined) throw new Error(failure);
  if (!isGood) throw new Error(statusErrorText(status, plainText(headers['content-type'], body)));
  if (answer instanceof Error) throw answer;
  return answer;
}

function parsed(body: Buffer): JsonObject | Error {
  const prefix = "couldn't get version/kind; json parse error:";
  try {
    const { value } = parseJson(body);
    return isObject(value) ? value : new Error(`${prefix} the response is not a JSON object`);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return new Error(`${prefix} ${error.message}`);
    throw error;
  }
}
