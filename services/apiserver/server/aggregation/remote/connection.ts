import { Agent, request as httpsRequest, type RequestOptions } from 'node:https';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { APIServiceSpec } from '@pilothouse/apimachinery/generated/apiregistration/v1.js';
import type { Address } from '@pilothouse/client/dial.js';

/** Client certificate by which extension API servers recognise this server, in PEM. */
export interface ClientCertificate {
  readonly certPem: string;
  readonly keyPem: string;
}

export interface OutgoingRequest {
  readonly address: Address;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
}

/** HTTPS connections to the server of an APIService. They use HTTP/1.1, so that connections spread the requests. */
export interface Connection {
  readonly open: (request: OutgoingRequest) => ClientRequest;
  readonly close: () => void;
}

/** Milliseconds to connect, with the TLS handshake. */
const CONNECT_TIMEOUT = 10_000;

/** Throws if the certificates cannot be used. `certificate` is read for each new connection. */
export function connectionTo(
  { service, caBundle = '', insecureSkipTLSVerify = false }: APIServiceSpec,
  certificate: () => ClientCertificate | undefined,
): Connection {
  const servername = `${service?.name ?? ''}.${service?.namespace ?? ''}.svc`;
  const ca = Buffer.from(caBundle, 'base64').toString();
  const agent = new Agent({ keepAlive: true });
  const options = (): RequestOptions => {
    const own = certificate();
    return {
      agent,
      servername,
      rejectUnauthorized: !insecureSkipTLSVerify,
      ...(ca !== '' && { ca }),
      ...(own && { cert: own.certPem, key: own.keyPem }),
    };
  };
  return {
    open({ address: { host, port }, method, target, headers }) {
      const authority = isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;
      const sent = httpsRequest({
        ...options(),
        host,
        port,
        method,
        path: target,
        headers: ['Host', authority, ...headers],
      });
      sent.once('socket', (socket) => {
        if (!socket.connecting) return;
        const late = (): void =>
          void sent.destroy(new Error(`no connection to ${authority} within ${CONNECT_TIMEOUT} ms`));
        const timer = setTimeout(late, CONNECT_TIMEOUT);
        socket.once('secureConnect', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
      });
      return sent;
    },
    close: () => agent.destroy(),
  };
}

/** Resolves with the head of the response. Rejects if the request fails. */
export function responseOf(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve).on('error', reject);
  });
}
