import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { Address } from '@pilothouse/client/dial.js';
import { Agent as HttpAgent, request as httpRequest } from '@pilothouse/client/node-http.js';

export type Scheme = 'http' | 'https';

/** The event of a socket that is connected. */
export const CONNECTED = { http: 'connect', https: 'secureConnect' } as const satisfies Record<Scheme, string>;

export interface OutgoingRequest {
  readonly scheme: Scheme;
  readonly address: Address;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Alternating names and values. The host is the address if they have none. */
  readonly headers: readonly string[];
  /** The expected name of the server, if it is not the host. */
  readonly serverName?: string | undefined;
  /** Whether it gets a connection of its own, such as one that is upgraded. */
  readonly isAlone?: boolean;
}

/** TLS of the connections: the trusted authorities, the expected name if it is not the host, and the client certificate. */
export type BackendTls = Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'servername' | 'rejectUnauthorized'>;

export interface BackendOptions {
  /** Called for each new connection. */
  readonly tls: () => BackendTls;
  /** Milliseconds to connect, with the TLS handshake; 10,000 when absent. */
  readonly connectTimeout?: number;
}

/** Connections to servers behind this one. They use HTTP/1.1, so that connections spread the requests. */
export interface Backend {
  readonly open: (request: OutgoingRequest) => ClientRequest;
  readonly close: () => void;
}

const CONNECT_TIMEOUT = 10_000;
/** Milliseconds that an unused connection is kept, as in Kubernetes. */
const IDLE_TIMEOUT = 90_000;
/** Milliseconds of silence before TCP keepalive probes. */
const KEEP_ALIVE = 30_000;

/** `open` throws if the certificates cannot be used. */
export function createBackend({ tls, connectTimeout = CONNECT_TIMEOUT }: BackendOptions): Backend {
  const pool = { keepAlive: true, keepAliveMsecs: KEEP_ALIVE, timeout: IDLE_TIMEOUT };
  const [plain, secure] = [new HttpAgent(pool), new HttpsAgent(pool)];
  return {
    open({ scheme, address: { host, port }, method, target, headers, serverName = host, isAlone = false }) {
      const authority = authorityOf({ host, port });
      const lines = headers.some((text, index) => index % 2 === 0 && text.toLowerCase() === 'host')
        ? [...headers]
        : ['Host', authority, ...headers];
      const common = { host, port, method, path: target, headers: lines };
      const sent =
        scheme === 'http'
          ? httpRequest({ ...common, agent: isAlone ? false : plain })
          : // Node takes the name from the Host header otherwise. SNI contains names only (RFC 6066).
            httpsRequest({
              ...common,
              agent: isAlone ? false : secure,
              servername: isIP(serverName) === 0 ? serverName : '',
              ...tls(),
            });
      sent.once('socket', (socket) => {
        if (!socket.connecting) return;
        const late = (): void =>
          void sent.destroy(new Error(`no connection to ${authority} within ${connectTimeout} ms`));
        const timer = setTimeout(late, connectTimeout);
        const clear = (): void => clearTimeout(timer);
        socket.once(CONNECTED[scheme], clear).once('close', clear);
      });
      return sent;
    },
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

/** `<host>:<port>`, with an IPv6 address in brackets. */
export function authorityOf({ host, port }: Address): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Resolves with the head of the response. Rejects if the request fails. */
export function responseOf(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve).on('error', reject);
  });
}
