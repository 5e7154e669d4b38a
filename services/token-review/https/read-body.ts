import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';

/** Fits the longest token and audiences in any JSON escaping. */
export const MAX_BODY_BYTES = 512 * 1024;

const limit = {
  bytes: MAX_BODY_BYTES,
  error: () => new StatusError('RequestEntityTooLarge', `the body has more than ${MAX_BODY_BYTES} bytes`),
};

/** Reads a whole body. Rejects with a StatusError (413) once it exceeds the limit. */
export function readBody(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return collect(body, { limit });
}
