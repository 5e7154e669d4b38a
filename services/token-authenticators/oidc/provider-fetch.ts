import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { readAtMost } from '../read-at-most.js';

/** The parts of a request that OpenID Connect clients send. */
export interface ProviderRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A `fetch` for OpenID Connect clients that trusts the given authorities (PEM), or those of the system. It follows no redirects, and
 * rejects more than 1 MiB.
 */
export function providerFetch(
  caPem: () => string | undefined,
): (address: string, request: ProviderRequest) => Promise<Response> {
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
      const text = (await readAtMost(answer.body)).toString('utf8');
      const isEmpty = answer.status === 204 || answer.status === 304;
      return new Response(isEmpty ? null : text, { status: answer.status, headers: answer.headers });
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
