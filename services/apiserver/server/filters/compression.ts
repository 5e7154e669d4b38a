import { Readable, pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { Filter } from '../../request/context.js';
import { isLongRunning } from '../../request/info.js';
import { isStream, lengthOf } from '../../request/response.js';

/** Minimum size in bytes of a compressed body, as in Kubernetes. */
const MIN_BYTES = 128 * 1024;
/** Size in bytes of the chunks of a compressed stream. */
const CHUNK_BYTES = 64 * 1024;

const compress = promisify(gzip);

/** Compresses large bodies with gzip if the client accepts it. Responses of long-running requests are not compressed. */
export const compressLarge: Filter = (next) => async (context) => {
  const response = await next(context);
  const { body, headers: all } = response;
  const { 'content-length': _length, ...headers } = all;
  // The size is checked first, since most bodies are small.
  if (isStream(body) ? isLongRunning(context.observedInfo) : lengthOf(body) < MIN_BYTES) return response;
  if (headers['content-encoding'] !== undefined || !acceptsGzip(context.header('accept-encoding'))) return response;
  const given = [headers['vary'] ?? ''].flat().join(', ');
  const vary = [given, ...(given.includes('Accept-Encoding') ? [] : ['Accept-Encoding'])].filter(Boolean).join(', ');
  return {
    ...response,
    headers: { ...headers, 'content-encoding': 'gzip', vary },
    body: isStream(body) ? compressStream(body) : [await compress(Buffer.concat(body), { level: 1 })],
  };
};

/** Compressed stream. It fails when the body fails, and closes the body when it is left early. */
async function* compressStream(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // The iteration throws the errors of the pipeline.
  yield* pipeline(
    Readable.from(body),
    createGzip({ level: 1, chunkSize: CHUNK_BYTES }),
    () => {},
  ) as AsyncIterable<Buffer>;
}

function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined || !header.includes('gzip')) return false;
  return header.split(',').some((part) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(part));
}
