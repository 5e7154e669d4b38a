import { X509Certificate } from 'node:crypto';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecurely, createSecureContext, type SecureContext } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';

/** Client credentials: a client certificate with its key, or a bearer token. */
export type Credentials = { readonly certPem: string; readonly keyPem: string } | { readonly token: string };

export interface DialOptions {
  /** Such as `https://127.0.0.1:6443`, or `http:` for a trusted network. A path is a prefix of every target. */
  readonly url: string;
  /** The trusted authorities (PEM); those of the system when absent. */
  readonly caPem?: string;
  readonly credentials?: Credentials;
  /** The expected name in the server certificate; the host of the URL when absent. */
  readonly serverName?: string;
  /** Disables verification of the server certificate. */
  readonly insecureSkipVerify?: boolean;
  /** Connect timeout in milliseconds, including the TLS handshake; 10,000 when absent. */
  readonly connectTimeout?: number;
  /** The address to connect to instead of the host and port of the URL, resolved for each connection. Its error fails the connection. */
  readonly address?: () => Address;
}

export interface Address {
  /** A name or an IP address. */
  readonly host: string;
  readonly port: number;
}

/** Protocols by their ALPN names. */
export type Protocol = 'h2' | 'http/1.1';

export interface Dialler {
  /** The event of a socket that is connected: `connect` or `secureConnect`. */
  readonly connectedEvent: 'connect' | 'secureConnect';
  /** Opens a connection that offers these protocols in order of preference. A failure destroys the socket with an error. */
  readonly dial: (protocols: readonly Protocol[]) => Socket;
}

const CONNECT_TIMEOUT = 10_000;
/** Milliseconds of silence before TCP keepalive probes. Ten lost probes, a second apart, end the connection. */
const KEEP_ALIVE = 30_000;

/** Throws for a URL that is not http(s), and for a certificate that cannot be used. */
export function createDialler(options: DialOptions): Dialler {
  const { connectTimeout = CONNECT_TIMEOUT } = options;
  const url = new URL(options.url);
  const isSecure = url.protocol === 'https:';
  if (!isSecure && url.protocol !== 'http:') throw new TypeError(`not an http or https URL: ${options.url}`);
  const { hostname, port } = urlToHttpOptions(url);
  const own: Address = { host: hostname ?? '', port: Number(port ?? (isSecure ? 443 : 80)) };
  const { address = () => own } = options;
  const connectedEvent = isSecure ? 'secureConnect' : 'connect';
  const connect = isSecure ? secureOpener(own.host, options) : (to: Address): Socket => connectPlain(to);
  const open = (protocols: readonly Protocol[]): Socket => {
    try {
      return connect(address(), protocols);
    } catch (error) {
      return unconnected(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return {
    connectedEvent,
    dial(protocols) {
      const socket = open(protocols).setNoDelay(true).setKeepAlive(true, KEEP_ALIVE);
      const onTimeout = (): void => {
        socket.destroy(new Error(`no connection to ${url.origin} within ${connectTimeout} ms`));
      };
      const timer = setTimeout(onTimeout, connectTimeout);
      const clear = (): void => clearTimeout(timer);
      return socket.on('error', explain).once(connectedEvent, clear).once('close', clear);
    },
  };
}

/** A socket that fails like a name that does not resolve. */
function unconnected(error: Error): Socket {
  return connectPlain({
    host: 'invalid',
    port: 1,
    lookup: (_host, _options, callback) => setImmediate(callback, error, ''),
  });
}

/** Node gives no message for a name whose addresses all fail. */
function explain(error: Error): void {
  if (error instanceof AggregateError && error.message === '') error.message = error.errors.map(String).join(', ');
}

function secureOpener(
  host: string,
  options: DialOptions,
): (address: Address, protocols: readonly Protocol[]) => Socket {
  const { serverName, insecureSkipVerify = false } = options;
  // SNI contains names only (RFC 6066).
  const servername = serverName ?? (isIP(host) === 0 ? host : undefined);
  const shared = {
    secureContext: secureContextOf(options),
    ...(servername !== undefined && { servername }),
    rejectUnauthorized: !insecureSkipVerify,
  };
  return (address, protocols) => connectSecurely({ ...shared, ...address, ALPNProtocols: [...protocols] });
}

/** Created once for all connections. */
function secureContextOf({ caPem, credentials }: DialOptions): SecureContext {
  const pair = credentials !== undefined && 'certPem' in credentials ? credentials : undefined;
  try {
    // OpenSSL ignores text that is not a certificate, and Node treats an empty text as the system's authorities.
    if (caPem !== undefined) void new X509Certificate(caPem);
    return createSecureContext({
      ...(caPem !== undefined && { ca: caPem }),
      ...(pair && { cert: pair.certPem, key: pair.keyPem }),
    });
  } catch (error) {
    const why = errorMessage(error);
    throw new TypeError(`the client certificate, its key or the authority cannot be used: ${why}`, { cause: error });
  }
}
