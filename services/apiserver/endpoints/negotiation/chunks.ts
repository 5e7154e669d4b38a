import type { Body } from '../../request/response.js';

/** Bodies up to this size are sent as one, with their length; larger ones as they are built. */
export const ONE_BODY_BYTES = 1024 * 1024;
/** The size of the parts in which larger bodies are built. */
export const CHUNK_BYTES = 256 * 1024;

/** Texts up to this length are written faster here than by a call of the platform. */
const SHORT_TEXT = 48;

/** Bytes that are being put together, up to a capacity that must not be exceeded. */
export interface Chunk {
  readonly has: (room: number) => boolean;
  /** ASCII only. */
  readonly text: (text: string) => void;
  /** The bytes from `start` to `end`: all of them when absent. */
  readonly bytes: (value: Uint8Array, start?: number, end?: number) => void;
  /** What was put together. The chunk is used up. */
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
      buffer.set(to - from === value.byteLength ? value : value.subarray(from, to), end);
      end += to - from;
    },
    take: () => buffer.subarray(0, end),
  };
}

/** The chunks as a body: whole when it is small, else built further as the client takes it. Rejects as the chunks do. */
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

/** Whoever leaves early leaves the chunks too. */
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
