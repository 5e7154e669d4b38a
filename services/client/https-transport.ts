import { setMaxListeners } from 'node:events';
import { createDialler, type Credentials, type DialOptions } from './dial.js';
import { createHttp1 } from './http1.js';
import { createSessions } from './http2-sessions.js';
import { BrokenError, resending, type Destination } from './resend.js';
import type { Transport } from './transport.js';

export type { Credentials };

export interface HttpsTransportOptions extends DialOptions {
  /** False speaks HTTP/1.1 alone: what balances connections then spreads concurrent requests too. */
  readonly http2?: boolean;
  /** Milliseconds in which something of a request or its answer must move, unless it is a watch; 45,000 when absent. */
  readonly silenceTimeout?: number;
  /** Milliseconds in which nothing comes on an HTTP/2 connection until the server is asked whether it is there; 30,000 when absent. */
  readonly pingAfter?: number;
  /** Milliseconds that it has to answer before the connection is given up; 15,000 when absent. */
  readonly pingTimeout?: number;
  /** Milliseconds without a request after which an HTTP/2 connection is closed; 90,000 when absent. */
  readonly idleTimeout?: number;
}

/** All as long as client-go has them: the first is what it needs to notice a connection on which nothing comes any more. */
const SILENCE_TIMEOUT = 45_000;
const PING_AFTER = 30_000;
const PING_TIMEOUT = 15_000;
const IDLE_TIMEOUT = 90_000;

/**
 * A transport over connections that are kept and used again: over HTTP/2, one for all requests, where the server speaks it, over
 * HTTP/1.1 otherwise, for `http:` URLs, and where the environment has client-go's DISABLE_HTTP2. Throws for a URL that is not
 * http(s), and for a certificate that cannot be used.
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
      // One signal may end any number of requests, which Node would take for a leak.
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
