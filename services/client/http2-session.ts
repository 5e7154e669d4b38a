import { connect, type ClientHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { exchange } from './http2-stream.js';
import { BrokenError, type Destination, type Send } from './resend.js';

export interface SessionTimes {
  /** Milliseconds in which nothing comes until the server is asked whether it is there. */
  readonly pingAfter: number;
  /** Milliseconds that it has to answer. */
  readonly pingTimeout: number;
  /** Milliseconds without any request after which the connection is closed. */
  readonly idleTimeout: number;
}

export interface SessionOptions extends SessionTimes {
  /** A connection that stands, on which HTTP/2 was agreed. */
  readonly socket: Socket;
  readonly destination: Destination;
  /** Called whenever a stream may have become free, and when the session takes no more requests. */
  readonly onChange: () => void;
}

/** One connection on which HTTP/2 is spoken. */
export interface Session {
  /** Takes a stream for one request, which is sent by what this gives: that must be called. Undefined where none is free. */
  readonly reserve: () => Send | undefined;
  /** Whether the server has told how many streams there are. */
  readonly isReady: () => boolean;
  /** Whether it takes requests, now or as soon as a stream is free. */
  readonly isUsable: () => boolean;
  /** Whether all is over, also what was under way when it took its last request. */
  readonly isOver: () => boolean;
  /** Ends it; requests under way fail. */
  readonly destroy: () => void;
}

/** How much may wait here for a reader who does not read, of each stream. A connection as a whole is always read. */
const STREAM_WINDOW_BYTES = 1024 * 1024;
/** What may be on its way for all streams together. */
const CONNECTION_WINDOW_BYTES = 16 * 1024 * 1024;
/** Megabytes; beyond it, Node refuses answers. Large bodies wait in it until the server takes them. */
const SESSION_MEMORY = 1000;
/** How many looks at the connection are taken in the shortest of its times. */
const LOOKS = 3;

export function openSession(options: SessionOptions): Session {
  const { socket, destination, onChange } = options;
  const session = connect(destination.origin, {
    createConnection: () => socket,
    settings: { enablePush: false, initialWindowSize: STREAM_WINDOW_BYTES },
    maxSessionMemory: SESSION_MEMORY,
  });
  session.setLocalWindowSize(CONNECTION_WINDOW_BYTES);
  let open = 0;
  /** Since the last look. */
  let isInUse = false;
  /** Unknown until the server has told. */
  let most = 0;
  let hasTold = false;
  let lastTaken = Infinity;
  let hasAnswered = false;
  let reason: Error | undefined;
  const note = (error: Error): void => {
    reason ??= error;
  };
  session.on('error', note);
  // A session does not tell of a server that refuses the client's certificate, which comes after the handshake (TLS 1.3).
  socket.on('error', note);
  session.on('remoteSettings', ({ maxConcurrentStreams = Infinity }) => {
    most = maxConcurrentStreams;
    hasTold = true;
    onChange();
  });
  session.on('goaway', (_code, lastStream) => {
    lastTaken = lastStream;
    onChange();
  });
  session.once('close', onChange);
  // Only requests keep the process.
  socket.unref();
  const end = (error: Error): void => {
    note(error);
    session.destroy(error);
    socket.destroy();
  };
  lookAfter(session, options, { wasInUse, end });

  /** Whether a request has been under way since this was last asked. */
  function wasInUse(): boolean {
    const was = isInUse;
    isInUse = open > 0;
    return was;
  }
  const isUsable = (): boolean => lastTaken === Infinity && !session.closed && !session.destroyed;
  const release = (): void => {
    open--;
    if (open === 0) socket.unref();
    onChange();
  };
  const carrier = {
    session,
    destination,
    lastTaken: () => lastTaken,
    broken: () => (session.destroyed ? brokenError(destination.origin, reason) : undefined),
    onAnswer: () => {
      hasAnswered = true;
    },
    hasAnswered: () => hasAnswered,
  };
  return {
    isReady: () => hasTold,
    isUsable,
    isOver: () => session.destroyed,
    reserve() {
      if (!isUsable() || open >= most) return undefined;
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
 * Ends a session on which nothing comes any more: the server is asked by a PING after a while, and anything that comes is an
 * answer. Closes one that nobody has used for long.
 */
function lookAfter(
  session: ClientHttp2Session,
  options: SessionOptions,
  { wasInUse, end }: { readonly wasInUse: () => boolean; readonly end: (error: Error) => void },
): void {
  const { socket, destination, pingAfter, pingTimeout, idleTimeout } = options;
  const interval = Math.min(pingAfter, pingTimeout, idleTimeout) / LOOKS;
  let received = socket.bytesRead;
  let [quiet, idle] = [0, 0];
  let isAsked = false;
  const look = (): void => {
    idle = wasInUse() ? 0 : idle + interval;
    if (idle >= idleTimeout) session.close();
    if (socket.bytesRead !== received) {
      received = socket.bytesRead;
      quiet = 0;
      isAsked = false;
      return;
    }
    quiet += interval;
    if (quiet >= pingAfter + pingTimeout) {
      end(new BrokenError(`${destination.origin} did not answer within ${pingTimeout} ms whether it is there`));
    } else if (quiet >= pingAfter && !isAsked && !session.destroyed) {
      isAsked = true;
      session.ping(() => undefined);
    }
  };
  const timer = setInterval(look, interval).unref();
  socket.once('close', () => clearInterval(timer));
}
