import { createByteBuffer } from './byte-buffer.js';

export interface CollectOptions {
  /** The declared length: a hint only. */
  readonly expected?: number | undefined;
  /** The largest length, and the error for a longer body. Any length when absent. */
  readonly limit?: { readonly bytes: number; readonly error: () => Error };
  /** Called with the length of each chunk before it is kept. What it throws ends the collection. */
  readonly onChunk?: ((bytes: number) => void) | undefined;
}

/**
 * Reads a body into one buffer. Memory is a small multiple of the bytes that arrived, however small the chunks are. Rejects with
 * the error of the limit, of `onChunk` or of the body; the iterator is then closed.
 */
export async function collect(body: AsyncIterable<Uint8Array>, options: CollectOptions = {}): Promise<Buffer> {
  const { expected, limit, onChunk } = options;
  const buffer = createByteBuffer(expected);
  for await (const chunk of body) {
    if (limit !== undefined && buffer.length + chunk.byteLength > limit.bytes) throw limit.error();
    onChunk?.(chunk.byteLength);
    buffer.append(chunk);
  }
  return buffer.take();
}
