import { once } from 'node:events';
import { createServer as createPlainServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { SERVER_SECURE_OPTIONS } from '@pilothouse/runtime/certificates/secure-options.js';
import { watchTlsFiles, type TlsFiles, type TlsMaterial } from '@pilothouse/runtime/certificates/tls-files.js';
import type { WatchOptions } from '@pilothouse/runtime/files/watched.js';
import { STRICT_SERVER, strictRequests } from '@pilothouse/runtime/http1/strict-requests.js';

export interface ListenOptions extends Pick<WatchOptions<unknown>, 'onError' | 'onReload' | 'signal'> {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Plain HTTP when absent. */
  readonly tls?: TlsFiles | undefined;
}

export interface Listening {
  readonly port: number;
  /** Such as `http://127.0.0.1:6450`. */
  readonly url: string;
  /** Sets the listener of requests. Until then, they are answered with 503. */
  readonly serve: (listener: RequestListener) => void;
  /** Accepts no more connections, and ends watches. */
  readonly close: () => Promise<void>;
}

/** Milliseconds for a browser to send a request. */
const REQUEST_TIMEOUT = 30_000;

/** Listens for HTTP/1.1. Rejects if a file cannot be used or the address cannot be bound. */
export async function listen({ host, port, tls, ...watching }: ListenOptions): Promise<Listening> {
  let listener: RequestListener = (_request, response) => response.writeHead(503).end();
  const handle = strictRequests((request, response) => listener(request, response));
  const common = { ...STRICT_SERVER, requestTimeout: REQUEST_TIMEOUT };
  const files = tls && (await watchTlsFiles(tls, watching));
  const secure =
    files && createSecureServer({ ...common, ...contextOf(files.current()), ALPNProtocols: ['http/1.1'] }, handle);
  files?.onChange((material) => secure?.setSecureContext(contextOf(material)), watching.signal);
  const server = secure ?? createPlainServer(common, handle);
  server.listen(port, host);
  await once(server, 'listening');
  // The server listens on a TCP port, so that the address is not a path.
  const bound = server.address() as AddressInfo;
  const reached = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return {
    port: bound.port,
    url: `${tls === undefined ? 'http' : 'https'}://${reached}:${bound.port}`,
    serve(next) {
      listener = next;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function contextOf({ certPem, keyPem }: TlsMaterial) {
  return { cert: certPem, key: keyPem, secureOptions: SERVER_SECURE_OPTIONS };
}
