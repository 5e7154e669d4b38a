import type { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { TLSSocket, type SecureContextOptions } from 'node:tls';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { readAuthorities } from '@pilothouse/runtime/certificates/authorities.js';
import { SERVER_SECURE_OPTIONS } from '@pilothouse/runtime/certificates/secure-options.js';
import { watchTlsFiles, type TlsFiles, type TlsMaterial } from '@pilothouse/runtime/certificates/tls-files.js';
import type { OnReload } from '@pilothouse/runtime/files/watched.js';
import { STRICT_SERVER, strictRequests } from '@pilothouse/runtime/http1/strict-requests.js';
import { clientReader } from './client.js';

export interface HttpsRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly contentType: string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
  /** The name in the client certificate, or the address; undefined if the certificate is no longer valid. */
  readonly client: string | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

export interface HttpsAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: JsonValue;
}

export interface HttpsServerOptions {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Reloaded when they change. */
  readonly files: TlsFiles;
  /** Answers a request. It rejects only after the client has disconnected. */
  readonly handle: (request: HttpsRequest) => Promise<HttpsAnswer>;
  /** Called with errors of reloads. */
  readonly onError: (error: unknown) => void;
  /** Called on each change of the files. */
  readonly onReload?: OnReload;
  /** Poll interval of the files in milliseconds; 2,000 when absent. */
  readonly watchInterval?: number;
}

export interface HttpsServer {
  readonly url: string;
  /** Accepts no more connections, and gives requests in flight this many milliseconds to finish. */
  readonly stop: (grace: number) => Promise<void>;
}

/** Milliseconds for a client to send a request. */
const REQUEST_TIMEOUT = 10_000;
/** Milliseconds for a client to read the response to a request that was not read to its end. */
const LINGER_TIMEOUT = 1_000;

/** Serves JSON over HTTPS. Rejects if a file cannot be used or the address cannot be bound. */
export async function serveHttps(options: HttpsServerOptions): Promise<HttpsServer> {
  const { host, port, files, handle, onError, onReload, watchInterval } = options;
  const watching = new AbortController();
  const tls = await watchTlsFiles(files, {
    onError,
    onReload,
    signal: watching.signal,
    ...(watchInterval !== undefined && { interval: watchInterval }),
  });
  let authorities = authoritiesIn(tls.current());
  const clientOf = clientReader({ authorities: () => authorities, now: Date.now });
  const requestsCertificate = files.clientCaFile !== undefined;
  const server = createServer(
    {
      ...secureContext(tls.current()),
      requestCert: requestsCertificate,
      rejectUnauthorized: requestsCertificate,
      requestTimeout: REQUEST_TIMEOUT,
      ALPNProtocols: ['http/1.1'],
      ...STRICT_SERVER,
    },
    strictRequests((incoming, outgoing) => {
      const { socket } = incoming;
      if (!(socket instanceof TLSSocket)) return incoming.destroy();
      void serve(incoming, outgoing, clientOf(socket), handle);
    }),
  );
  tls.onChange((material) => {
    authorities = authoritiesIn(material);
    server.setSecureContext(secureContext(material));
  }, watching.signal);
  // Failed handshakes are frequent and harmless.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    watching.abort();
    throw error;
  }
  // The server listens on a TCP port, so that the address is not a path.
  const bound = server.address() as AddressInfo;
  const reached = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return {
    url: `https://${reached}:${bound.port}`,
    async stop(grace) {
      watching.abort();
      await close(server, grace);
    },
  };
}

function authoritiesIn({ clientCaPem }: TlsMaterial): X509Certificate[] | undefined {
  return clientCaPem === undefined ? undefined : readAuthorities(clientCaPem, 'the authorities of clients');
}

function secureContext({ certPem, keyPem, clientCaPem }: TlsMaterial): SecureContextOptions {
  return {
    cert: certPem,
    key: keyPem,
    ...(clientCaPem !== undefined && { ca: clientCaPem }),
    secureOptions: SERVER_SECURE_OPTIONS,
  };
}

async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  client: string | undefined,
  handle: HttpsServerOptions['handle'],
): Promise<void> {
  const { method = '', url = '', headers } = incoming;
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort(new Error('the client went away'));
  });
  try {
    const {
      status,
      headers: more,
      body,
    } = await handle({
      method,
      path: url.replace(/\?.*/, ''),
      contentType: headers['content-type'],
      // A body that is not read to its end must not close the connection before the response.
      body: incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>,
      client,
      signal: gone.signal,
    });
    const bytes = Buffer.from(writeJson(body));
    outgoing.writeHead(status, {
      ...more,
      'content-type': 'application/json',
      'content-length': bytes.byteLength,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      ...(incoming.complete ? {} : { connection: 'close' }),
    });
    if (incoming.complete) outgoing.end(bytes);
    else await endEarly(incoming, outgoing, bytes);
  } catch {
    // The client is gone or cannot be answered. The connection is closed.
    incoming.destroy();
  }
}

/** Responds to a request that was not read to its end. An immediate close would look like a broken connection. */
async function endEarly(incoming: IncomingMessage, outgoing: ServerResponse, bytes: Buffer): Promise<void> {
  outgoing.write(bytes);
  incoming.resume();
  await Promise.race([
    once(incoming, 'end'),
    once(incoming, 'close'),
    delay(LINGER_TIMEOUT, undefined, { ref: false }),
  ]);
  outgoing.end();
  if (!incoming.complete) incoming.destroy();
}

async function close(server: Server, grace: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearTimeout(timer);
}
