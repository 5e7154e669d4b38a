import { Readable, pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { Filter } from '../../request/context.js';
import { isWatch } from '../../request/info.js';
import { isStream, lengthOf } from '../../request/response.js';

/** Bodies from this many bytes on are worth compressing: as in Kubernetes. */
const MIN_BYTES = 128 * 1024;
/** Bytes that compressing a stream gives out at a time. */
const CHUNK_BYTES = 64 * 1024;

const compress = promisify(gzip);

/** Sends a large body with gzip to those who accept it. Watches are sent as they are. */
export const compressLarge: Filter = (next) => async (context) => {
  const response = await next(context);
  const { body, headers } = response;
  // The size is looked at first, since most answers are small.
  if (isStream(body) ? isWatch(context.observedInfo) : lengthOf(body) < MIN_BYTES) return response;
  if (headers['content-encoding'] !== undefined || !acceptsGzip(context.header('accept-encoding'))) return response;
  const given = headers['vary'] ?? '';
  const vary = [given, ...(given.includes('Accept-Encoding') ? [] : ['Accept-Encoding'])].filter(Boolean).join(', ');
  return {
    ...response,
    headers: { ...headers, 'content-encoding': 'gzip', vary },
    body: isStream(body) ? compressStream(body) : [await compress(Buffer.concat(body), { level: 1 })],
  };
};

/** Breaks off where the body does; leaving it early leaves the body. */
async function* compressStream(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Whoever reads is told of what goes wrong.
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
