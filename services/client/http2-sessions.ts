import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Dialler } from './dial.js';
import type { Http1 } from './http1.js';
import { openSession, type Session, type SessionTimes } from './http2-session.js';
import { BrokenError, type Destination, type Send } from './resend.js';

export interface SessionsOptions extends SessionTimes {
  readonly destination: Destination;
  readonly dialler: Dialler;
  /** For connections on which ALPN selects HTTP/1.1. */
  readonly http1: Http1;
}

/** The connections to a server that may support HTTP/2. */
export interface Sessions {
  /** Sends a request on an existing or new connection, by the negotiated protocol. May wait for a free stream. */
  readonly send: Send;
  /** Closes all connections. Requests in flight and waiting requests fail. */
  readonly close: () => void;
}

/** Maximum number of connections. When all are full, requests wait. */
const MAX_SESSIONS = 16;

interface Waiting {
  readonly begin: (send: Send) => void;
  readonly fail: (error: unknown) => void;
}

export function createSessions(options: SessionsOptions): Sessions {
  const { destination, dialler, http1 } = options;
  const { origin, silenceTimeout } = destination;
  const sessions = new Set<Session>();
  /** In FIFO order. */
  const waiting = new Set<Waiting>();
  /** A connection whose protocol and stream limit are not known yet. */
  let connecting: Socket | undefined;

  function free(): Send | undefined {
    for (const session of sessions) {
      const send = session.reserve();
      if (send !== undefined) return send;
    }
    return http1.isOpen() ? http1.send : undefined;
  }

  /** Assigns free streams to waiting requests, and opens another connection if those do not suffice. */
  function assign(): void {
    for (const session of sessions) if (session.isOver()) sessions.delete(session);
    for (const { begin } of waiting) {
      const send = free();
      if (send === undefined) {
        const usable = [...sessions].filter((session) => session.isUsable());
        if (usable.length < MAX_SESSIONS) connecting ??= dial();
        return;
      }
      begin(send);
    }
  }

  function dial(): Socket {
    let reason: Error | undefined;
    const socket = dialler.dial(['h2', 'http/1.1']);
    socket.on('error', (error) => {
      reason = error;
    });
    socket.once('close', () => {
      if (connecting !== socket) return;
      connecting = undefined;
      failAll(reason ?? new BrokenError(`${origin} closed the connection`));
    });
    socket.once(dialler.connectedEvent, () => {
      if (socket instanceof TLSSocket && socket.alpnProtocol === 'h2') {
        add(socket);
        return;
      }
      connecting = undefined;
      http1.adopt(socket);
      assign();
    });
    return socket;
  }

  function add(socket: Socket): void {
    const onChange = (): void => {
      if (connecting === socket && session.isReady()) connecting = undefined;
      assign();
    };
    const session = openSession({ ...options, socket, onChange });
    sessions.add(session);
  }

  function failAll(error: unknown): void {
    for (const { fail } of waiting) fail(error);
  }

  /** Resolves when a stream is free. */
  function next(signal: AbortSignal | undefined): Promise<Send> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        waiting.delete(own);
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const own: Waiting = {
        begin(send) {
          settle();
          resolve(send);
        },
        fail(error) {
          settle();
          reject(error);
        },
      };
      const abort = (): void => {
        own.fail(signal?.reason);
        if (waiting.size > 0) return;
        // No request needs the connection any more.
        connecting?.destroy();
        connecting = undefined;
      };
      const onTimeout = (): void => {
        // The connect timeout bounds the time of the handshake.
        if (connecting === undefined) own.fail(new Error(`${origin} had no free stream for ${silenceTimeout} ms`));
        else timer.refresh();
      };
      const timer = setTimeout(onTimeout, silenceTimeout);
      signal?.addEventListener('abort', abort, { once: true });
      waiting.add(own);
      assign();
    });
  }

  return {
    send(request) {
      const send = waiting.size === 0 ? free() : undefined;
      return send === undefined ? next(request.signal).then((later) => later(request)) : send(request);
    },
    close() {
      failAll(new BrokenError(`the connection to ${origin} was closed`));
      connecting?.destroy();
      connecting = undefined;
      for (const session of sessions) session.destroy();
    },
  };
}
