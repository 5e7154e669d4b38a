import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Endpoint } from '@pilothouse/flags/definition.js';
import { STRICT_SERVER, strictRequests } from '../http1/strict-requests.js';
import { exposedText, type Expose } from './exposition.js';

export interface MetricsServerOptions {
  readonly endpoint: Endpoint;
  readonly metrics: { readonly expose: Expose };
  /** The reason for not being ready; undefined when ready. */
  readonly unready: () => string | undefined;
}

export interface MetricsServer {
  /** Such as `http://127.0.0.1:10257`. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly text: string;
}

const PLAIN = 'text/plain; charset=utf-8';

/** Serves `/healthz`, `/readyz` and `/metrics` over plain HTTP. Rejects if it cannot listen. */
export async function serveMetrics(options: MetricsServerOptions): Promise<MetricsServer> {
  const { host, port } = options.endpoint;
  const listener: RequestListener = ({ method = '', url = '' }, response) => {
    answerTo(method, url, options).then(
      ({ status, type = PLAIN, text }) => response.writeHead(status, { 'content-type': type }).end(text),
      (error: unknown) => response.writeHead(500, { 'content-type': PLAIN }).end(`${String(error)}\n`),
    );
  };
  const server = createServer(STRICT_SERVER, strictRequests(listener));
  server.listen({ port, ...(host !== undefined && { host }) });
  await once(server, 'listening');
  // The server listens on a port, so its address is an AddressInfo.
  const bound = server.address() as AddressInfo;
  const reached = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return {
    url: `http://${reached}:${bound.port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answerTo(method: string, url: string, { metrics, unready }: MetricsServerOptions): Promise<Answer> {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, text: 'only GET and HEAD\n' };
  switch (url.replace(/\?.*/, '')) {
    case '/healthz':
      return { status: 200, text: 'ok' };
    case '/readyz': {
      const problem = unready();
      return problem === undefined ? { status: 200, text: 'ok' } : { status: 503, text: `${problem}\n` };
    }
    case '/metrics': {
      const exposition = await metrics.expose('text');
      return { status: 200, type: exposition.contentType, text: exposedText(exposition) };
    }
    default:
      return { status: 404, text: 'not found\n' };
  }
}
