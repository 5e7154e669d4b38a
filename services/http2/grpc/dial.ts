import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecurely, type ConnectionOptions } from 'node:tls';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { openClientSession, type ClientSession } from '../client/client-session.js';
import { messagesOf, unary, type MessageStream, type Metadata, type Open, type UnaryOptions } from './calls.js';
import { RpcError, UNAVAILABLE } from './rpc-error.js';

/** One HTTP/2 connection to a gRPC server. It does not reconnect. */
export interface Connection {
  /** Whether new calls are accepted. */
  readonly usable: boolean;
  /** The number of further streams before calls have to wait; Infinity without a limit. */
  readonly room: number;
  /** A unary call. Rejects with {@link RpcError} or the signal's reason. */
  unary(path: string, message: Uint8Array, options: UnaryOptions): Promise<Buffer>;
  /** Opens a bidirectional stream. Throws {@link RpcError}. */
  stream(path: string, metadata: Metadata): MessageStream;
  /** Accepts no new calls and ends after the last one in flight. */
  leave(): void;
  /** Same as `leave`, with a time limit that suits calls. Watches break at the limit. */
  retire(): void;
  /** Ends the connection and all streams. */
  destroy(reason: string): void;
  /** Called when the connection has ended. */
  onClose(listener: () => void): void;
}

export type TlsOptions = Pick<ConnectionOptions, 'ca' | 'cert' | 'key'>;

/** Flow-control windows: the bytes in transit for each unread stream. The connection as a whole is always read. */
const STREAM_WINDOW_BYTES = 1_000_000;
const CONNECTION_WINDOW_BYTES = 16_000_000;
/** Time for streams to finish after GOAWAY, or when another connection takes over. */
const RETIREMENT_MS = 5000;

export interface DialOptions {
  readonly tls?: TlsOptions | undefined;
  readonly timeoutMs: number;
  /** Aborts the connection or the connection attempt. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Connects to `http://host:port`, `https://host:port` or `unix:///path`. Resolves when the server has sent its HTTP/2 SETTINGS. Rejects
 * with {@link RpcError}.
 */
export function dial(origin: string, { tls, timeoutMs, signal }: DialOptions): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const url = new URL(origin);
    const closed = new AbortController();
    const socket = openSocket(url, tls);
    const timer = setTimeout(() => session.destroy('timeout'), timeoutMs);
    const abort = () => session.destroy('closed');
    const session = openClientSession({
      socket,
      streamWindow: STREAM_WINDOW_BYTES,
      connectionWindow: CONNECTION_WINDOW_BYTES,
      onSettings() {
        clearTimeout(timer);
        resolve(connection);
      },
      onGoAway: () => connection.retire(),
      onClose(reason) {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        closed.abort();
        reject(new RpcError(UNAVAILABLE, `No connection established (${reason})`, false));
      },
    });
    const connection = connectionOf(session, url, closed.signal);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
  });
}

/** Throws {@link RpcError} for invalid credentials. */
function openSocket({ protocol, hostname, port, pathname }: URL, tls: TlsOptions | undefined): Socket {
  if (protocol === 'unix:') return connectPlain(decodeURIComponent(hostname + pathname));
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (protocol !== 'https:') return connectPlain({ host, port: Number(port || 80), noDelay: true });
  const name = isIP(host) === 0 ? { servername: host } : {};
  try {
    const socket = connectSecurely({ ...tls, ...name, host, port: Number(port || 443), ALPNProtocols: ['h2'] });
    return socket.setNoDelay();
  } catch (error) {
    const text = errorMessage(error);
    throw new RpcError(UNAVAILABLE, `No connection established (${text})`, false);
  }
}

function connectionOf(session: ClientSession, { protocol, host }: URL, closed: AbortSignal): Connection {
  const common = [
    [':method', 'POST'],
    [':scheme', protocol === 'https:' ? 'https' : 'http'],
    [':authority', protocol === 'unix:' ? 'localhost' : host],
    ['te', 'trailers'],
    ['content-type', 'application/grpc'],
  ] as const;
  const open: Open = (path, metadata, listener) => {
    if (!session.isUsable()) throw new RpcError(UNAVAILABLE, 'No connection established (closed)', false);
    return session.open(
      [...common.slice(0, 3), [':path', path], ...common.slice(3), ...Object.entries(metadata)],
      listener,
    );
  };
  return {
    get usable() {
      return session.isUsable();
    },
    get room() {
      return session.limit() - session.streams();
    },
    unary: (path, message, options) => unary(open, path, message, options),
    stream: (path, metadata) => messagesOf(open, path, metadata),
    leave: () => session.leave(),
    retire() {
      if (closed.aborted) return;
      session.leave();
      const timer = setTimeout(() => session.destroy('closed'), RETIREMENT_MS);
      closed.addEventListener('abort', () => clearTimeout(timer), { once: true });
    },
    destroy: (reason) => session.destroy(reason),
    onClose(listener) {
      if (closed.aborted) listener();
      else closed.addEventListener('abort', listener, { once: true });
    },
  };
}
