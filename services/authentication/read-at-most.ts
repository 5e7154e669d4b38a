import { collect } from '@pilothouse/apimachinery/bytes/collect.js';

const MAX_BYTES = 1024 * 1024;

const limit = { bytes: MAX_BYTES, error: () => new Error(`the answer has more than ${MAX_BYTES} bytes`) };

/** Reads an answer of at most 1 MiB. Rejects as soon as it is longer. */
export function readAtMost(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return collect(body, { limit });
}
