import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';

/** Room for the longest token and audiences, however they are escaped. */
export const MAX_BODY_BYTES = 512 * 1024;

/** All of a body. Rejects with a StatusError (413) as soon as it is too long. */
export async function readBody(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Not a loop over the body itself: left early, that would end the connection before the answer.
  const iterator = body[Symbol.asyncIterator]();
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
    length += next.value.byteLength;
    if (length > MAX_BODY_BYTES) {
      throw new StatusError('RequestEntityTooLarge', `the body has more than ${MAX_BODY_BYTES} bytes`);
    }
    chunks.push(next.value);
  }
  return Buffer.concat(chunks, length);
}
