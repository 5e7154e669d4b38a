import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';

/** An answer, free of any HTTP library. Header names are in lower case. */
export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  /** What the body says, where that is an object and its bytes are not JSON: for those who record answers. */
  readonly object?: () => JsonObject | Promise<JsonObject>;
}

/** Chunks that are sent as one body of known length, or a stream that is sent as it comes. */
export type Body = readonly Uint8Array[] | AsyncIterable<Uint8Array>;

export type Handler<Context> = (context: Context) => Promise<Response>;

/** A layer around a handler. */
export type Filter<Context> = (next: Handler<Context>) => Handler<Context>;

export function isStream(body: Body): body is AsyncIterable<Uint8Array> {
  return Symbol.asyncIterator in body;
}

/** The bytes of all chunks together. */
export function lengthOf(chunks: readonly Uint8Array[]): number {
  let length = 0;
  for (const { byteLength } of chunks) length += byteLength;
  return length;
}

/** A body that is one text. */
export function textResponse(status: number, contentType: string, text: string): Response {
  return { status, headers: { 'content-type': contentType }, body: [Buffer.from(text)] };
}
