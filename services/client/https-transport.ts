import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { createSecureContext, type SecureContext } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import type { Transport, TransportRequest, TransportResponse } from './transport.js';

/** How a client proves who it is: a client certificate with its key, or a bearer token. */
export type Credentials = { readonly certPem: string; readonly keyPem: string } | { readonly token: string };

export interface HttpsTransportOptions {
  /** Such as `https://127.0.0.1:6443`, or `http:` where the way is safe by other means. A path goes before every target. */
  readonly url: string;
  /** The authorities that are trusted, and no others; those of the system when absent. */
  readonly caPem?: string;
  readonly credentials?: Credentials;
  /** The name that the server's certificate must bear, where it is not that of the URL. */
  readonly serverName?: string;
  /** Trusts any server. */
  readonly insecureSkipVerify?: boolean;
  /** Milliseconds until a connection must stand; 10,000 when absent. */
  readonly connectTimeout?: number;
  /** Milliseconds in which something of a request or its answer must move, unless it is a watch; 45,000 when absent. */
  readonly silenceTimeout?: number;
}

const CONNECT_TIMEOUT = 10_000;
/** Both as long as client-go needs to notice a connection on which nothing comes any more. */
const SILENCE_TIMEOUT = 45_000;
/** Milliseconds until the system asks whether the other end of a quiet connection is there, ten times, a second apart. */
const KEEP_ALIVE = 30_000;
const KEPT = { keepAlive: true, keepAliveMsecs: KEEP_ALIVE };

/**
 * A transport over HTTP/1.1 with connections that are kept and used again. Throws for a URL that is not http(s), and for a
 * certificate that cannot be used.
 */
export function httpsTransport(options: HttpsTransportOptions): Transport {
  const base = new URL(options.url);
  const isSecure = base.protocol === 'https:';
  if (!isSecure && base.protocol !== 'http:') throw new TypeError(`not an http or https URL: ${options.url}`);
  const { credentials } = options;
  const token = credentials !== undefined && 'token' in credentials ? credentials.token : undefined;
  const agent = isSecure ? secureAgent(options) : new HttpAgent(KEPT);
  const { hostname, port, protocol } = urlToHttpOptions(base);
  const connection: Connection = {
    open: isSecure ? httpsRequest : httpRequest,
    options: { agent, hostname, port, protocol },
    prefix: base.pathname.replace(/\/+$/, ''),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    connectedEvent: isSecure ? 'secureConnect' : 'connect',
    connectTimeout: options.connectTimeout ?? CONNECT_TIMEOUT,
    silenceTimeout: options.silenceTimeout ?? SILENCE_TIMEOUT,
    origin: base.origin,
  };
  return {
    request: (request) => send(connection, request),
    close: async () => agent.destroy(),
  };
}

function secureAgent(options: HttpsTransportOptions): HttpsAgent {
  const { serverName, insecureSkipVerify = false } = options;
  return new HttpsAgent({
    ...KEPT,
    secureContext: secureContextOf(options),
    ...(serverName !== undefined && { servername: serverName }),
    rejectUnauthorized: !insecureSkipVerify,
  });
}

/** Made once for all connections. */
function secureContextOf({ caPem, credentials }: HttpsTransportOptions): SecureContext {
  const pair = credentials !== undefined && 'certPem' in credentials ? credentials : undefined;
  try {
    return createSecureContext({
      ...(caPem !== undefined && { ca: caPem }),
      ...(pair && { cert: pair.certPem, key: pair.keyPem }),
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TypeError(`the client certificate, its key or the authority cannot be used: ${why}`, { cause: error });
  }
}

interface Connection {
  readonly open: typeof httpRequest;
  readonly options: RequestOptions;
  readonly prefix: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connectedEvent: 'connect' | 'secureConnect';
  readonly connectTimeout: number;
  readonly silenceTimeout: number;
  readonly origin: string;
}

/** A server may close a kept connection just as it is used again. A GET is then sent once more. */
async function send(connection: Connection, request: TransportRequest): Promise<TransportResponse> {
  request.signal?.throwIfAborted();
  try {
    return await sendOnce(connection, request);
  } catch (error) {
    request.signal?.throwIfAborted();
    if (error instanceof StaleConnectionError && request.method === 'GET') return await sendOnce(connection, request);
    throw error instanceof StaleConnectionError ? error.cause : error;
  }
}

class StaleConnectionError extends Error {}

function sendOnce(connection: Connection, request: TransportRequest): Promise<TransportResponse> {
  const { open, options, prefix, headers, connectedEvent, connectTimeout, silenceTimeout, origin } = connection;
  const { method, target, body, signal, beforeSending } = request;
  return new Promise((resolve, reject) => {
    const sent = open({
      ...options,
      method,
      path: prefix + target,
      // Node.js sends the body of a DELETE without any length unless it is given.
      headers: { ...headers, ...request.headers, ...(body && { 'content-length': body.byteLength }) },
      ...(signal && { signal }),
    });
    const begin = (): void => {
      try {
        beforeSending?.();
      } catch (error) {
        sent.destroy(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      if (!isWatch(target)) {
        sent.setTimeout(silenceTimeout, () =>
          sent.destroy(new Error(`nothing came from ${origin} for ${silenceTimeout} ms`)),
        );
      }
      sent.end(body);
    };
    sent.once('socket', (socket) => {
      if (!socket.connecting) {
        begin();
        return;
      }
      socket.setKeepAlive(true, KEEP_ALIVE);
      socket.once(connectedEvent, begin);
      const late = () => sent.destroy(new Error(`no connection to ${origin} within ${connectTimeout} ms`));
      const timer = setTimeout(late, connectTimeout);
      socket.once(connectedEvent, () => clearTimeout(timer));
      socket.once('close', () => clearTimeout(timer));
    });
    sent.once('response', (response) => {
      resolve({ status: response.statusCode ?? 0, headers: flatHeaders(response), body: bodyOf(response, signal) });
    });
    sent.on('error', (error) => {
      const isStale = sent.reusedSocket && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(isStale ? new StaleConnectionError(error.message, { cause: error }) : error);
    });
  });
}

/** A watch may have nothing to tell for long; whoever reads it knows for how long. */
function isWatch(target: string): boolean {
  return /[?&]watch=(?:true|1)(?:&|$)/.test(target);
}

function flatHeaders({ headers }: IncomingMessage): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value = '']) => [name, String(value)] as const);
  return Object.fromEntries(entries);
}

async function* bodyOf(response: IncomingMessage, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  try {
    yield* response as AsyncIterable<Uint8Array>;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
