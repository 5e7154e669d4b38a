import type { Body } from '../../request/response.js';

/** Bodies up to this size are sent at once, with Content-Length; larger ones are streamed. */
export const ONE_BODY_BYTES = 1024 * 1024;
/** The chunk size of bodies: a write of it is the cheapest for each byte, as malloc maps larger buffers each time anew. */
export const CHUNK_BYTES = 64 * 1024;

/** Strings up to this length are written faster in JavaScript than by a native call. */
const SHORT_TEXT = 48;

/** A buffer of fixed capacity, which must not be exceeded. */
export interface Chunk {
  readonly has: (room: number) => boolean;
  /** ASCII only. */
  readonly text: (text: string) => void;
  /** Copies the bytes from `start` to `end`; by default all. */
  readonly bytes: (value: Uint8Array, start?: number, end?: number) => void;
  /** Returns the written bytes. The chunk cannot be used afterwards. */
  readonly take: () => Uint8Array;
}

export function createChunk(capacity: number): Chunk {
  const buffer = Buffer.allocUnsafe(capacity);
  let end = 0;
  return {
    has: (room) => capacity - end >= room,
    text(text) {
      if (text.length > SHORT_TEXT) end += buffer.write(text, end, 'latin1');
      else for (let index = 0; index < text.length; index++) buffer[end++] = text.charCodeAt(index);
    },
    bytes(value, from = 0, to = value.byteLength) {
      if (to <= from) return;
      buffer.set(to - from === value.byteLength ? value : value.subarray(from, to), end);
      end += to - from;
    },
    take: () => buffer.subarray(0, end),
  };
}

/**
 * The chunks as a body: complete if small, otherwise streamed as the client reads (backpressure). Rejects as the chunks
 * do.
 */
export async function bodyOf(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<Body> {
  const iterator = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  while (length <= ONE_BODY_BYTES) {
    const next = await iterator.next();
    if (next.done === true) return first;
    first.push(next.value);
    length += next.value.byteLength;
  }
  return continued(first, iterator);
}

/** Ends the source when the consumer ends early. */
async function* continued(
  first: Uint8Array[],
  iterator: Iterator<Uint8Array> | AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let chunk = first.shift(); chunk !== undefined; chunk = first.shift()) yield chunk;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
