import { X509Certificate } from 'node:crypto';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecurely, createSecureContext, type SecureContext } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';

/** How a client proves who it is: a client certificate with its key, or a bearer token. */
export type Credentials = { readonly certPem: string; readonly keyPem: string } | { readonly token: string };

export interface DialOptions {
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
  /** Where to connect to in place of the host and port of the URL, for each connection anew. What it throws is why there is none. */
  readonly address?: () => Address;
}

export interface Address {
  /** A name or an IP address. */
  readonly host: string;
  readonly port: number;
}

/** What can be spoken over TLS, by the names of ALPN. */
export type Protocol = 'h2' | 'http/1.1';

export interface Dialler {
  /** `connect` or `secureConnect`: what a socket tells when its connection stands. */
  readonly connectedEvent: 'connect' | 'secureConnect';
  /** Begins a connection that offers these protocols, the best one first. The socket is destroyed, with an error, where it comes to nothing. */
  readonly dial: (protocols: readonly Protocol[]) => Socket;
}

const CONNECT_TIMEOUT = 10_000;
/** Milliseconds until the system asks whether the other end of a quiet connection is there, ten times, a second apart. */
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
      const late = (): void => {
        socket.destroy(new Error(`no connection to ${url.origin} within ${connectTimeout} ms`));
      };
      const timer = setTimeout(late, connectTimeout);
      const forget = (): void => clearTimeout(timer);
      return socket.on('error', explain).once(connectedEvent, forget).once('close', forget);
    },
  };
}

/** A connection that comes to nothing as one does whose name is not found. */
function unconnected(error: Error): Socket {
  return connectPlain({ host: 'invalid', port: 1, lookup: (_host, _options, tell) => setImmediate(tell, error, '') });
}

/** Of a name with several addresses, none of which answers, Node tells nothing in words. */
function explain(error: Error): void {
  if (error instanceof AggregateError && error.message === '') error.message = error.errors.map(String).join(', ');
}

function secureOpener(
  host: string,
  options: DialOptions,
): (address: Address, protocols: readonly Protocol[]) => Socket {
  const { serverName, insecureSkipVerify = false } = options;
  // A name is told to the server, an address is not (RFC 6066).
  const servername = serverName ?? (isIP(host) === 0 ? host : undefined);
  const shared = {
    secureContext: secureContextOf(options),
    ...(servername !== undefined && { servername }),
    rejectUnauthorized: !insecureSkipVerify,
  };
  return (address, protocols) => connectSecurely({ ...shared, ...address, ALPNProtocols: [...protocols] });
}

/** Made once for all connections. */
function secureContextOf({ caPem, credentials }: DialOptions): SecureContext {
  const pair = credentials !== undefined && 'certPem' in credentials ? credentials : undefined;
  try {
    // OpenSSL passes over what is no certificate, and Node takes an empty text for the authorities of the system.
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
