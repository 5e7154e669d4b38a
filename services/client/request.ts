import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { responseError } from './response-error.js';
import type { Transport, TransportRequest, TransportResponse } from './transport.js';

/** Query parameters. Undefined ones are omitted. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Any request to the API. */
export interface ApiRequest {
  /** GET when absent. */
  readonly method?: string;
  /** Percent-encoded, without query. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: JsonValue;
  /** Content type of the body; `application/json` when absent. */
  readonly contentType?: string;
  /** `application/json` when absent. */
  readonly accept?: string;
  readonly signal?: AbortSignal;
}

/** Sends a request. Throws the server's StatusError for every status of 400 or more. */
export type Send = (request: ApiRequest) => Promise<TransportResponse>;

/** Adds `headers` to every request. */
export function sender(transport: Transport, headers: TransportRequest['headers']): Send {
  return async ({ method = 'GET', path, query, body, contentType, accept, signal }) => {
    const response = await transport.request({
      method,
      target: path + queryText(query),
      headers: {
        accept: accept ?? 'application/json',
        ...headers,
        ...(body !== undefined && { 'content-type': contentType ?? 'application/json' }),
      },
      ...(body !== undefined && { body: Buffer.from(writeJson(body)) }),
      ...(signal && { signal }),
    });
    if (response.status >= 400) throw await responseError(response);
    return response;
  };
}

/** Parses the response body as JSON. Throws JsonSyntaxError. */
export async function readJson({ body }: TransportResponse): Promise<JsonValue> {
  return parseJson(await collect(body)).value;
}

/**
 * Parses a large response body without 64-bit integers by JSON.parse, at a fifth of the cost. Strings of the result do not retain the
 * whole text, unlike those of `readJson`. Throws SyntaxError.
 */
export async function readPlainJson({ body }: TransportResponse): Promise<JsonValue> {
  return JSON.parse((await collect(body)).toString()) as JsonValue;
}

function queryText(query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
