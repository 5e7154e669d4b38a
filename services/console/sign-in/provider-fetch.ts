import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import type { CustomFetch } from 'openid-client';

const MAX_BYTES = 1024 * 1024;

/** A `fetch` that trusts the given authorities (PEM), or those of the system. It follows no redirects. */
export function providerFetch(caPem: () => string | undefined): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    const pem = caPem();
    const transport = httpsTransport({ url: url.origin, ...(pem !== undefined && { caPem: pem }) });
    try {
      const answer = await transport.request({
        method,
        target: url.pathname + url.search,
        headers,
        ...(body !== undefined && body !== null && { body: bytesOf(body) }),
        ...(signal && { signal }),
      });
      const bytes = await collect(answer.body, {
        limit: { bytes: MAX_BYTES, error: () => new Error(`${url.origin} answers with more than ${MAX_BYTES} bytes`) },
      });
      const isEmpty = answer.status === 204 || answer.status === 304;
      return new Response(isEmpty ? null : bytes.toString('utf8'), { status: answer.status, headers: answer.headers });
    } finally {
      await transport.close();
    }
  };
}

function bytesOf(body: unknown): Buffer {
  if (typeof body === 'string' || body instanceof URLSearchParams) return Buffer.from(body.toString());
  if (body instanceof Uint8Array) return Buffer.from(body);
  throw new TypeError('the body of a request to the provider is neither text nor bytes');
}
