import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Filter } from '../../request/context.js';
import { isStream } from '../../request/response.js';

/** Bodies from this many bytes on are worth compressing: as in Kubernetes. */
const MIN_BYTES = 128 * 1024;

const compress = promisify(gzip);

/** Sends a large body with gzip to those who accept it. Streams are sent as they are. */
export const compressLarge: Filter = (next) => async (context) => {
  const response = await next(context);
  const { body, headers } = response;
  if (isStream(body) || !acceptsGzip(context.header('accept-encoding'))) return response;
  const length = body.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  if (length < MIN_BYTES || headers['content-encoding'] !== undefined) return response;
  return {
    ...response,
    headers: {
      ...headers,
      'content-encoding': 'gzip',
      vary: [headers['vary'], 'Accept-Encoding'].filter((name) => name !== undefined).join(', '),
    },
    body: [await compress(Buffer.concat(body, length), { level: 1 })],
  };
};

function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined || !header.includes('gzip')) return false;
  return header.split(',').some((part) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(part));
}
