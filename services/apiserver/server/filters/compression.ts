import type { Filter } from '../../request/context.js';
import { isLongRunning } from '../../request/info.js';
import { isStream, lengthOf } from '../../request/response.js';
import { createGzip } from './gzip.js';

/** Minimum size in bytes of a compressed body, as in Kubernetes. */
const MIN_BYTES = 128 * 1024;

/** Compresses large bodies with gzip if the client accepts it. Responses of long-running requests are not compressed. */
export function compressLarge(): Filter {
  const gzip = createGzip();
  return (next) => async (context) => {
    const response = await next(context);
    const { body } = response;
    // The size is checked first, since most bodies are small.
    if (isStream(body) ? isLongRunning(context.observedInfo) : lengthOf(body) < MIN_BYTES) return response;
    // A copy for each response would cost as much as all else of this filter.
    const { 'content-length': _length, ...headers } = response.headers;
    if (headers['content-encoding'] !== undefined || !acceptsGzip(context.header('accept-encoding'))) return response;
    const given = [headers['vary'] ?? ''].flat().join(', ');
    const vary = [given, ...(given.includes('Accept-Encoding') ? [] : ['Accept-Encoding'])].filter(Boolean).join(', ');
    return {
      ...response,
      headers: { ...headers, 'content-encoding': 'gzip', vary },
      body: isStream(body) ? gzip.stream(body) : await gzip.chunks(body),
    };
  };
}

function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined || !header.includes('gzip')) return false;
  return header.split(',').some((part) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(part));
}
