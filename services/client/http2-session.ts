import { connect, type ClientHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { exchange } from './http2-stream.js';
import { BrokenError, type Destination, type Send } from './resend.js';

export interface SessionTimes {
  /** Milliseconds of silence before a PING. */
  readonly pingAfter: number;
  /** Milliseconds to answer the PING. */
  readonly pingTimeout: number;
  /** Milliseconds without a request after which the connection is closed. */
  readonly idleTimeout: number;
}

export interface SessionOptions extends SessionTimes {
  /** A connected socket on which ALPN selected HTTP/2. */
  readonly socket: Socket;
  readonly destination: Destination;
  /** Called when a stream may have become free, and when the session accepts no more requests. */
  readonly onChange: () => void;
}

/** One HTTP/2 connection. */
export interface Session {
  /** Reserves a stream. The returned function sends the request and must be called. Undefined if no stream is free. */
  readonly reserve: () => Send | undefined;
  /** Whether the server's SETTINGS have arrived. */
  readonly isReady: () => boolean;
  /** Whether the session accepts requests, now or when a stream is free. */
  readonly isUsable: () => boolean;
  /** Whether the session has ended, including the requests in flight at GOAWAY. */
  readonly isOver: () => boolean;
  /** Closes the session. Requests in flight fail. */
  readonly destroy: () => void;
}

/** Flow-control window of each stream. The connection as a whole is always read. */
const STREAM_WINDOW_BYTES = 1024 * 1024;
/** Flow-control window of the connection. */
const CONNECTION_WINDOW_BYTES = 16 * 1024 * 1024;
/** Megabytes. Node refuses responses beyond it. It includes request bodies that wait for the server's window. */
const SESSION_MEMORY = 1000;
/** Checks of the connection per shortest timeout. */
const CHECKS = 3;

export function openSession(options: SessionOptions): Session {
  const { socket, destination, onChange } = options;
  const session = connect(destination.origin, {
    createConnection: () => socket,
    settings: { enablePush: false, initialWindowSize: STREAM_WINDOW_BYTES },
    maxSessionMemory: SESSION_MEMORY,
  });
  session.setLocalWindowSize(CONNECTION_WINDOW_BYTES);
  let open = 0;
  /** Whether a request was in flight since the last check. */
  let isInUse = false;
  /** MAX_CONCURRENT_STREAMS; 0 until the server's SETTINGS arrive. */
  let maxStreams = 0;
  let hasSettings = false;
  let lastStreamId = Infinity;
  let hasResponded = false;
  let reason: Error | undefined;
  const recordError = (error: Error): void => {
    reason ??= error;
  };
  session.on('error', recordError);
  // With TLS 1.3 the server rejects a client certificate after the handshake. Only the socket reports that.
  socket.on('error', recordError);
  session.on('remoteSettings', ({ maxConcurrentStreams = Infinity }) => {
    maxStreams = maxConcurrentStreams;
    hasSettings = true;
    onChange();
  });
  session.on('goaway', (_code, lastStream) => {
    lastStreamId = lastStream;
    onChange();
  });
  session.once('close', onChange);
  // Only requests in flight keep the process alive.
  socket.unref();
  const end = (error: Error): void => {
    recordError(error);
    session.destroy(error);
    socket.destroy();
  };
  monitor(session, options, { wasInUse, end });

  /** Whether a request was in flight since the last call. */
  function wasInUse(): boolean {
    const was = isInUse;
    isInUse = open > 0;
    return was;
  }
  const isUsable = (): boolean => lastStreamId === Infinity && !session.closed && !session.destroyed;
  const release = (): void => {
    open--;
    if (open === 0) socket.unref();
    onChange();
  };
  const carrier = {
    session,
    destination,
    lastStreamId: () => lastStreamId,
    broken: () => (session.destroyed ? brokenError(destination.origin, reason) : undefined),
    onResponse: () => {
      hasResponded = true;
    },
    hasResponded: () => hasResponded,
  };
  return {
    isReady: () => hasSettings,
    isUsable,
    isOver: () => session.destroyed,
    reserve() {
      if (!isUsable() || open >= maxStreams) return undefined;
      if (open === 0) socket.ref();
      open++;
      isInUse = true;
      return (request) => exchange(carrier, request, release);
    },
    destroy: () => end(new BrokenError(`the connection to ${destination.origin} was closed`)),
  };
}

function brokenError(origin: string, reason: Error | undefined): Error {
  if (reason === undefined) return new BrokenError(`${origin} closed the connection`);
  if ('code' in reason && String(reason.code).startsWith('ERR_HTTP2_'))
    return new BrokenError(`${origin} closed the connection: ${reason.message}`, { cause: reason });
  return reason;
}

/**
 * Monitors a session: sends a PING after a time of silence, and closes the session when no data follows. Closes an idle session
 * after its timeout.
 */
function monitor(
  session: ClientHttp2Session,
  options: SessionOptions,
  { wasInUse, end }: { readonly wasInUse: () => boolean; readonly end: (error: Error) => void },
): void {
  const { socket, destination, pingAfter, pingTimeout, idleTimeout } = options;
  const interval = Math.min(pingAfter, pingTimeout, idleTimeout) / CHECKS;
  let received = socket.bytesRead;
  let [quiet, idle] = [0, 0];
  let isPingSent = false;
  const check = (): void => {
    idle = wasInUse() ? 0 : idle + interval;
    if (idle >= idleTimeout) session.close();
    if (socket.bytesRead !== received) {
      received = socket.bytesRead;
      quiet = 0;
      isPingSent = false;
      return;
    }
    quiet += interval;
    if (quiet >= pingAfter + pingTimeout) {
      end(new BrokenError(`${destination.origin} did not answer a PING within ${pingTimeout} ms`));
    } else if (quiet >= pingAfter && !isPingSent && !session.destroyed) {
      isPingSent = true;
      session.ping(() => undefined);
    }
  };
  const timer = setInterval(check, interval).unref();
  socket.once('close', () => clearInterval(timer));
}
