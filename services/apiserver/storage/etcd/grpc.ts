import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type SecureClientSessionOptions,
} from 'node:http2';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

/** One HTTP/2 connection to a gRPC server. It is not made again when it ends. */
export interface Connection {
  /** Takes new calls. */
  readonly usable: boolean;
  /** How many calls and streams are open. */
  readonly streams: number;
  /** Sends one message and resolves with the one that answers it. Rejects with {@link RpcError}, or the signal's reason. */
  unary(path: string, message: Uint8Array, options: UnaryOptions): Promise<Buffer>;
  /** Opens a stream of messages. Throws {@link RpcError}. */
  stream(path: string, metadata: Metadata): MessageStream;
  /** Takes no new calls and gives those under way their time, in which a call ends; what is a watch breaks after it. */
  retire(): void;
  /** Ends it with all that is open. */
  destroy(reason: string): void;
  /** Calls back when it has ended. */
  onClose(listener: () => void): void;
}

export type Metadata = Readonly<Record<string, string>>;

export interface UnaryOptions {
  readonly metadata: Metadata;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Iterate it once: it throws {@link RpcError} when it breaks. What is not read waits at the server. */
export interface MessageStream extends AsyncIterable<Buffer> {
  write(message: Uint8Array): void;
  cancel(): void;
}

/** `code` is gRPC's number. `sent` is false where the server certainly did not begin with the call. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  constructor(
    readonly code: number,
    readonly details: string,
    readonly sent: boolean,
  ) {
    super(details);
  }
}

export type TlsOptions = Pick<SecureClientSessionOptions, 'ca' | 'cert' | 'key'>;

export const DEADLINE_EXCEEDED = 4;
export const UNAVAILABLE = 14;
const UNKNOWN = 2;

/** How much may be on its way to a reader who does not read, of each stream; a connection as a whole is always read. */
const STREAM_WINDOW_BYTES = 1_000_000;
const CONNECTION_WINDOW_BYTES = 16_000_000;
/** Megabytes; beyond it, Node refuses new streams. Large answers wait in it until they are complete. */
const SESSION_MEMORY = 4000;
/** Streams have so long to finish when the server is about to go, or another connection takes over. */
const RETIREMENT_MS = 5000;
const PREFIX_BYTES = 5;

/** Resolves when the server has answered on HTTP/2's level. Rejects with {@link RpcError}. */
export function dial(origin: string, tls: TlsOptions | undefined, timeoutMs: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = openSocket(new URL(origin), tls);
    const session = connect(origin, {
      createConnection: () => socket,
      settings: { enablePush: false, initialWindowSize: STREAM_WINDOW_BYTES },
      maxSessionMemory: SESSION_MEMORY,
    });
    let failure = 'closed';
    const fail = (): void => {
      clearTimeout(timer);
      session.destroy();
      socket.destroy();
      reject(new RpcError(UNAVAILABLE, `No connection established (${failure})`, false));
    };
    const note = (error: Error): void => {
      failure = textOf(error);
    };
    const timer = setTimeout(() => {
      failure = 'no answer in time';
      fail();
    }, timeoutMs);
    // Both may still be told of a session that has just been given up.
    session.once('connect', () => {
      if (!session.destroyed) session.setLocalWindowSize(CONNECTION_WINDOW_BYTES);
    });
    session.once('remoteSettings', () => {
      if (session.destroyed) return;
      clearTimeout(timer);
      resolve(connectionOf(session));
    });
    session.on('error', note);
    session.once('close', fail);
    // A session does not tell of a server that refuses the client's certificate, which comes after the handshake (TLS 1.3).
    socket.on('error', (error) => {
      note(error);
      fail();
    });
  });
}

function openSocket({ protocol, hostname, port }: URL, tls: TlsOptions | undefined): Socket {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (protocol !== 'https:') return connectPlain({ host, port: Number(port || 80) });
  const name = isIP(host) === 0 ? { servername: host } : {};
  return connectSecurely({ ...tls, ...name, host, port: Number(port || 443), ALPNProtocols: ['h2'] });
}

function connectionOf(session: ClientHttp2Session): Connection {
  let streams = 0;
  /** What the server has begun with may finish. */
  function retire(): void {
    session.close();
    const timer = setTimeout(() => session.destroy(), RETIREMENT_MS);
    session.once('close', () => clearTimeout(timer));
  }
  session.on('goaway', retire);

  function request(path: string, metadata: Metadata): ClientHttp2Stream {
    const headers: OutgoingHttpHeaders = {
      ':method': 'POST',
      ':path': path,
      te: 'trailers',
      'content-type': 'application/grpc',
      ...metadata,
    };
    try {
      const stream = session.request(headers);
      streams++;
      stream.once('close', () => streams--);
      return stream;
    } catch (error) {
      throw new RpcError(UNAVAILABLE, `No connection established (${textOf(error)})`, false);
    }
  }

  return {
    get usable() {
      return !session.closed && !session.destroyed;
    },
    get streams() {
      return streams;
    },
    unary: (path, message, options) =>
      new Promise((resolve, reject) => answerOf(request(path, options.metadata), message, options, resolve, reject)),
    stream: (path, metadata) => messagesOf(request(path, metadata)),
    retire() {
      if (!session.closed && !session.destroyed) retire();
    },
    destroy: (reason) => session.destroy(new Error(reason)),
    onClose(listener) {
      if (session.destroyed) listener();
      else session.once('close', listener);
    },
  };
}

/** Calls back once. */
function answerOf(
  stream: ClientHttp2Stream,
  message: Uint8Array,
  { timeoutMs, signal }: UnaryOptions,
  resolve: (answer: Buffer) => void,
  reject: (error: unknown) => void,
): void {
  const outcome = outcomeOf(stream);
  const chunks: Buffer[] = [];
  let settled = false;

  function settle(): boolean {
    if (settled) return false;
    settled = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    return true;
  }
  function finish(): void {
    const error = outcome.error();
    if (!settle()) return;
    const answer = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
    if (error !== undefined) reject(error);
    else if (answer.length < PREFIX_BYTES) reject(new RpcError(UNKNOWN, 'an answer without a message', true));
    else resolve(answer.subarray(PREFIX_BYTES));
  }
  function giveUp(error: unknown): void {
    if (!settle()) return;
    stream.close(constants.NGHTTP2_CANCEL);
    reject(error);
  }
  const abort = () => giveUp(signal?.reason);
  const late = () => giveUp(new RpcError(DEADLINE_EXCEEDED, 'no answer in time', true));
  // Where this process was the late one, the answer may be here already, and is read first.
  const timer = setTimeout(() => setImmediate(late), Math.max(timeoutMs, 0));
  signal?.addEventListener('abort', abort, { once: true });
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => {
    if (outcome.known()) finish();
  });
  stream.on('close', finish);
  stream.end(framed(message));
  if (signal?.aborted === true) abort();
}

function messagesOf(stream: ClientHttp2Stream): MessageStream {
  const outcome = outcomeOf(stream);
  return {
    write(message) {
      if (stream.writable) stream.write(framed(message));
    },
    cancel: () => stream.close(constants.NGHTTP2_CANCEL),
    async *[Symbol.asyncIterator]() {
      try {
        yield* unframed(stream);
      } catch {
        // The outcome says why.
      }
      throw outcome.error() ?? new RpcError(UNAVAILABLE, 'the server ended the stream', true);
    },
  };
}

/** Follows what the server says of a call. */
function outcomeOf(stream: ClientHttp2Stream): { known(): boolean; error(): RpcError | undefined } {
  let trailers: IncomingHttpHeaders | undefined;
  let failure: Error | undefined;
  const note = (headers: IncomingHttpHeaders) => {
    if (headers['grpc-status'] !== undefined) trailers = headers;
    else if (headers[':status'] !== undefined && Number(headers[':status']) !== 200)
      trailers = { 'grpc-status': String(UNAVAILABLE), 'grpc-message': `HTTP status ${String(headers[':status'])}` };
  };
  stream.on('response', note);
  stream.on('trailers', note);
  stream.on('error', (error) => {
    failure = error;
  });
  return {
    known: () => trailers !== undefined,
    error() {
      if (trailers === undefined) {
        const refused = stream.rstCode === constants.NGHTTP2_REFUSED_STREAM;
        return new RpcError(UNAVAILABLE, failure === undefined ? 'the connection was lost' : textOf(failure), !refused);
      }
      const code = Number(trailers['grpc-status']);
      return code === 0 ? undefined : new RpcError(code, decoded(String(trailers['grpc-message'] ?? '')), true);
    },
  };
}

/** As gRPC puts a message on the wire: not compressed, its length, itself. */
function framed(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(PREFIX_BYTES + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, PREFIX_BYTES);
  return frame;
}

async function* unframed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let parts: Buffer[] = [];
  let size = 0;
  let wanted = PREFIX_BYTES;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    if (size < wanted) continue;
    let rest = parts.length === 1 ? chunk : Buffer.concat(parts);
    for (;;) {
      wanted = PREFIX_BYTES;
      if (rest.length < wanted) break;
      wanted += rest.readUInt32BE(1);
      if (rest.length < wanted) break;
      yield rest.subarray(PREFIX_BYTES, wanted);
      rest = rest.subarray(wanted);
    }
    parts = rest.length > 0 ? [rest] : [];
    size = rest.length;
  }
}

/** gRPC's messages are percent-encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An error of several connection attempts has no text of its own. */
function textOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(textOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
