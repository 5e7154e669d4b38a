import { createByteBuffer } from './byte-buffer.js';

export interface CollectOptions {
  /** The declared length, as a hint. */
  readonly expected?: number | undefined;
  /** Size limit and the error for a longer body; no limit when absent. */
  readonly limit?: { readonly bytes: number; readonly error: () => Error };
  /** Called with the length of each chunk before it is stored. An error ends the collection. */
  readonly onChunk?: ((bytes: number) => void) | undefined;
}

/**
 * Reads a body into one buffer. Memory is a small multiple of the received bytes for any chunk size. Rejects with the
 * error of the limit, of `onChunk` or of the body, and closes the iterator.
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
