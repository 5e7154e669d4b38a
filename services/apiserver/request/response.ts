import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';

/** Names in lower case. Only headers that cannot be joined, such as `set-cookie`, have several values. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[]>>;

/** A response, independent of any HTTP library. */
export interface Response {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Body;
  /** The object of the body, if its bytes are not JSON: for audit. */
  readonly object?: () => JsonObject | Promise<JsonObject>;
}

/** Chunks that are sent as one body of known length, or a stream. */
export type Body = readonly Uint8Array[] | ByteStream;

export interface ByteStream extends AsyncIterable<Uint8Array> {
  /**
   * Allows the stream to write chunks itself during the iteration, which costs less than to yield them: called before the iteration.
   * A chunk that is written follows those that were yielded, and each waits for those before it.
   */
  readonly writeTo?: (writer: ByteWriter) => void;
}

export interface ByteWriter {
  /** Resolves when more can be written; undefined if immediately. Rejects or throws when nothing more can be written. */
  readonly write: (chunk: Uint8Array) => Promise<void> | undefined;
}

export type Handler<Context> = (context: Context) => Promise<Response>;

/** Middleware: wraps a handler. */
export type Filter<Context> = (next: Handler<Context>) => Handler<Context>;

export function isStream(body: Body): body is ByteStream {
  return Symbol.asyncIterator in body;
}

/** Total number of bytes. */
export function lengthOf(chunks: readonly Uint8Array[]): number {
  let length = 0;
  for (const { byteLength } of chunks) length += byteLength;
  return length;
}

/** The headers with one value for each name. */
export function joinedHeaders(headers: ResponseHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}

/** Status of a response that upgrades the connection: its body is what the server sends over it from then on. */
export const SWITCHING_PROTOCOLS = 101;

/** A response with a text body. */
export function textResponse(status: number, contentType: string, text: string): Response {
  return { status, headers: { 'content-type': contentType }, body: [Buffer.from(text)] };
}
