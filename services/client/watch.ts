import { createByteBuffer, type ByteBuffer } from '@pilothouse/apimachinery/bytes/byte-buffer.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject } from '@pilothouse/apimachinery/json/value.js';
import { statusError } from './response-error.js';
import type { ApiObject } from './resource-type.js';

export type WatchEvent<T> =
  /** For DELETED, `object` is the last state with the version of the deletion. */
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  /** No change up to the version of `object`, which has no other fields. */
  | { readonly type: 'BOOKMARK'; readonly object: ApiObject };

const NEWLINE = 0x0a;

/**
 * Opens a watch body on the first iteration and decodes it, one JSON document a line. An ERROR event throws its
 * StatusError; a truncated line throws JsonSyntaxError. Ends with the body.
 */
export async function* decodeWatch<T extends ApiObject>(
  open: () => Promise<AsyncIterable<Uint8Array>>,
): AsyncGenerator<WatchEvent<T>> {
  const started = createByteBuffer();
  for await (const chunk of await open()) {
    for (const line of linesIn(chunk, started)) if (line.byteLength > 0) yield decodeEvent<T>(line);
  }
  if (started.length > 0) yield decodeEvent<T>(started.take());
}

/** The lines that a chunk ends. `started` is the line that has not ended yet. */
function* linesIn(chunk: Uint8Array, started: ByteBuffer): Generator<Uint8Array> {
  let start = 0;
  for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
    const rest = chunk.subarray(start, end);
    start = end + 1;
    if (started.length === 0) {
      yield rest;
      continue;
    }
    started.append(rest);
    yield started.take();
  }
  if (start < chunk.byteLength) started.append(chunk.subarray(start));
}

function decodeEvent<T extends ApiObject>(line: Uint8Array): WatchEvent<T> {
  const { value } = parseJson(line);
  const type = isObject(value) ? value['type'] : undefined;
  const object = isObject(value) ? value['object'] : undefined;
  if (isObject(object)) {
    if (type === 'ERROR') throw statusError(object, 500);
    // The object is not validated against the type.
    if (type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED') return { type, object: object as unknown as T };
    if (type === 'BOOKMARK') return { type, object: object as unknown as ApiObject };
  }
  throw new Error(`not a watch event: ${Buffer.from(line).toString().slice(0, 200)}`);
}
