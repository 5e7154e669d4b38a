import { setMaxListeners } from 'node:events';
import { createDialler, type Credentials, type DialOptions } from './dial.js';
import { createHttp1 } from './http1.js';
import { createSessions } from './http2-sessions.js';
import { BrokenError, resending, type Destination } from './resend.js';
import type { Transport } from './transport.js';

export type { Credentials };

export interface HttpsTransportOptions extends DialOptions {
  /** False forces HTTP/1.1, so that a load balancer also distributes concurrent requests. */
  readonly http2?: boolean;
  /** Milliseconds without data for a request, unless it is a watch; 45,000 when absent. */
  readonly silenceTimeout?: number;
  /** Milliseconds without data on an HTTP/2 connection before a PING; 30,000 when absent. */
  readonly pingAfter?: number;
  /** Milliseconds to answer the PING; 15,000 when absent. */
  readonly pingTimeout?: number;
  /** Milliseconds without a request after which an HTTP/2 connection is closed; 90,000 when absent. */
  readonly idleTimeout?: number;
}

/** The values of client-go. The first is the time after which client-go detects a dead connection. */
const SILENCE_TIMEOUT = 45_000;
const PING_AFTER = 30_000;
const PING_TIMEOUT = 15_000;
const IDLE_TIMEOUT = 90_000;

/**
 * A transport with persistent connections: one HTTP/2 connection for all requests if the server supports it, otherwise HTTP/1.1
 * connections, also for `http:` URLs and with client-go's DISABLE_HTTP2. Throws for a URL that is not http(s), and for an invalid
 * certificate.
 */
export function httpsTransport(options: HttpsTransportOptions): Transport {
  const dialler = createDialler(options);
  const { credentials, silenceTimeout = SILENCE_TIMEOUT } = options;
  const { origin, host, pathname } = new URL(options.url);
  const token = credentials !== undefined && 'token' in credentials ? credentials.token : undefined;
  const destination: Destination = {
    origin,
    authority: host,
    prefix: pathname.replace(/\/+$/, ''),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    silenceTimeout,
  };
  const http1 = createHttp1(destination, dialler);
  const { http2 = true } = options;
  const isHttp2Offered =
    http2 && dialler.connectedEvent === 'secureConnect' && (process.env['DISABLE_HTTP2'] ?? '') === '';
  const { pingAfter = PING_AFTER, pingTimeout = PING_TIMEOUT, idleTimeout = IDLE_TIMEOUT } = options;
  const connections = isHttp2Offered
    ? createSessions({ destination, dialler, http1, pingAfter, pingTimeout, idleTimeout })
    : http1;
  let isClosed = false;
  return {
    async request(request) {
      if (isClosed) throw new BrokenError(`the connection to ${origin} was closed`);
      // One signal may abort any number of requests, which Node would report as a leak.
      if (request.signal !== undefined) setMaxListeners(0, request.signal);
      return resending(request, { send: connections.send, isClosed: () => isClosed });
    },
    async close() {
      isClosed = true;
      connections.close();
      http1.close();
    },
  };
}
