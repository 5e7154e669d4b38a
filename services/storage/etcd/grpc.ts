import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecurely, type ConnectionOptions } from 'node:tls';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { openClientSession, type ClientSession } from '@pilothouse/runtime/http2/client-session.js';
import { messagesOf, unary, type MessageStream, type Metadata, type Open, type UnaryOptions } from './grpc-calls.js';
import { RpcError, UNAVAILABLE } from './rpc-error.js';

/** One HTTP/2 connection to a gRPC server. It is not made again when it ends. */
export interface Connection {
  /** Takes new calls. */
  readonly usable: boolean;
  /** How many more calls and streams the server takes now, before others have to wait; Infinity where it sets no limit. */
  readonly room: number;
  /** Sends one message and resolves with the one that answers it. Rejects with {@link RpcError}, or the signal's reason. */
  unary(path: string, message: Uint8Array, options: UnaryOptions): Promise<Buffer>;
  /** Opens a stream of messages. Throws {@link RpcError}. */
  stream(path: string, metadata: Metadata): MessageStream;
  /** Takes no new calls, and ends with the last of those under way. */
  leave(): void;
  /** The same, within a time in which a call ends; what is a watch breaks after it. */
  retire(): void;
  /** Ends it with all that is open. */
  destroy(reason: string): void;
  /** Calls back when it has ended. */
  onClose(listener: () => void): void;
}

export type TlsOptions = Pick<ConnectionOptions, 'ca' | 'cert' | 'key'>;

/** How much may be on its way to a reader who does not read, of each stream; a connection as a whole is always read. */
const STREAM_WINDOW_BYTES = 1_000_000;
const CONNECTION_WINDOW_BYTES = 16_000_000;
/** Streams have so long to finish when the server is about to go, or another connection takes over. */
const RETIREMENT_MS = 5000;

export interface DialOptions {
  readonly tls?: TlsOptions | undefined;
  readonly timeoutMs: number;
  /** Ends the connection, also one that is still being made. */
  readonly signal?: AbortSignal | undefined;
}

/** Resolves when the server has answered on HTTP/2's level. Rejects with {@link RpcError}. */
export function dial(origin: string, { tls, timeoutMs, signal }: DialOptions): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const url = new URL(origin);
    const closed = new AbortController();
    const socket = openSocket(url, tls);
    const timer = setTimeout(() => session.destroy('no answer in time'), timeoutMs);
    const abort = () => session.destroy('closed');
    const session = openClientSession({
      socket,
      streamWindow: STREAM_WINDOW_BYTES,
      connectionWindow: CONNECTION_WINDOW_BYTES,
      onReady() {
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

/** Throws {@link RpcError} for credentials that cannot be used. */
function openSocket({ protocol, hostname, port }: URL, tls: TlsOptions | undefined): Socket {
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
    [':scheme', protocol.slice(0, -1)],
    [':authority', host],
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
