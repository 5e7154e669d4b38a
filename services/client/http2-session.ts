import type { Socket } from 'node:net';
import { openClientSession, type ClientSession } from '@pilothouse/http2/client/client-session.js';
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
/** Checks of the connection per shortest timeout. */
const CHECKS = 3;

export function openSession(options: SessionOptions): Session {
  const { socket, destination, onChange } = options;
  const { origin } = destination;
  let open = 0;
  /** Whether a request was in flight since the last check. */
  let isInUse = false;
  let isReady = false;
  let hasResponded = false;
  let reason: Error | undefined;
  const recordError = (error: Error): void => {
    reason ??= error;
  };
  // With TLS 1.3 the server rejects a client certificate after the handshake. Only the socket reports that.
  socket.on('error', recordError);
  const session = openClientSession({
    socket,
    streamWindow: STREAM_WINDOW_BYTES,
    connectionWindow: CONNECTION_WINDOW_BYTES,
    onSettings() {
      isReady = true;
      onChange();
    },
    onGoAway: onChange,
    onClose: onChange,
  });
  // Only requests in flight keep the process alive.
  socket.unref();
  const end = (error: Error): void => {
    recordError(error);
    session.destroy(error.message);
  };
  monitor(session, options, { wasInUse, end });

  /** Whether a request was in flight since the last call. */
  function wasInUse(): boolean {
    const was = isInUse;
    isInUse = open > 0;
    return was;
  }
  const release = (): void => {
    open--;
    if (open === 0) socket.unref();
    onChange();
  };
  const carrier = {
    session,
    destination,
    broken: (why: string) => reason ?? new BrokenError(`${origin} closed the connection: ${why}`),
    onResponse: () => {
      hasResponded = true;
    },
    hasResponded: () => hasResponded,
  };
  const send: Send = (request) => exchange(carrier, request, release);
  return {
    isReady: () => isReady,
    isUsable: session.isUsable,
    isOver: session.isOver,
    reserve() {
      if (!isReady || !session.isUsable() || open >= session.limit()) return undefined;
      if (open === 0) socket.ref();
      open++;
      isInUse = true;
      return send;
    },
    destroy: () => end(new BrokenError(`the connection to ${origin} was closed`)),
  };
}

/**
 * Monitors a session: sends a PING after a time of silence, and closes the session when no data follows. Closes an idle session
 * after its timeout.
 */
function monitor(
  session: ClientSession,
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
    if (idle >= idleTimeout) session.leave();
    if (socket.bytesRead !== received) {
      received = socket.bytesRead;
      quiet = 0;
      isPingSent = false;
      return;
    }
    quiet += interval;
    if (quiet >= pingAfter + pingTimeout) {
      end(new BrokenError(`${destination.origin} did not answer a PING within ${pingTimeout} ms`));
    } else if (quiet >= pingAfter && !isPingSent) {
      isPingSent = true;
      session.ping();
    }
  };
  const timer = setInterval(check, interval).unref();
  socket.once('close', () => clearInterval(timer));
}
