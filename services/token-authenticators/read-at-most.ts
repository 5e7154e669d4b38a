import { collect } from '@pilothouse/apimachinery/bytes/collect.js';

const MAX_BYTES = 1024 * 1024;

const limit = { bytes: MAX_BYTES, error: () => new Error(`the response has more than ${MAX_BYTES} bytes`) };

/** Reads a response body of at most 1 MiB. Rejects once it exceeds the limit. */
export function readAtMost(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return collect(body, { limit });
}
