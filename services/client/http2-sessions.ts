import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Dialler } from './dial.js';
import type { Http1 } from './http1.js';
import { openSession, type Session, type SessionTimes } from './http2-session.js';
import { BrokenError, type Destination, type Send } from './resend.js';

export interface SessionsOptions extends SessionTimes {
  readonly destination: Destination;
  readonly dialler: Dialler;
  /** Where connections go whose server does not speak HTTP/2. */
  readonly http1: Http1;
}

/** The connections to a server that may speak HTTP/2. */
export interface Sessions {
  /** Over a connection that is there, or a new one, by the protocol that its server has chosen. May wait for a stream. */
  readonly send: Send;
  /** Ends all connections; requests under way fail, also those that wait. */
  readonly close: () => void;
}

/** So many connections are made where each is full; then requests wait. */
const MOST_SESSIONS = 16;

interface Waiting {
  readonly begin: (send: Send) => void;
  readonly fail: (error: unknown) => void;
}

export function createSessions(options: SessionsOptions): Sessions {
  const { destination, dialler, http1 } = options;
  const { origin, silenceTimeout } = destination;
  const sessions = new Set<Session>();
  /** First come, first served. */
  const waiting = new Set<Waiting>();
  /** A connection of which is not known yet what it can carry. */
  let coming: Socket | undefined;

  function free(): Send | undefined {
    for (const session of sessions) {
      const send = session.reserve();
      if (send !== undefined) return send;
    }
    return http1.isOpen() ? http1.send : undefined;
  }

  /** Gives those who wait what is free, and makes another connection where that is not enough. */
  function serve(): void {
    for (const session of sessions) if (session.isOver()) sessions.delete(session);
    for (const { begin } of waiting) {
      const send = free();
      if (send === undefined) {
        const usable = [...sessions].filter((session) => session.isUsable());
        if (usable.length < MOST_SESSIONS) coming ??= dial();
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
      if (coming !== socket) return;
      coming = undefined;
      failAll(reason ?? new BrokenError(`${origin} closed the connection`));
    });
    socket.once(dialler.connectedEvent, () => {
      if (socket instanceof TLSSocket && socket.alpnProtocol === 'h2') {
        add(socket);
        return;
      }
      coming = undefined;
      http1.adopt(socket);
      serve();
    });
    return socket;
  }

  function add(socket: Socket): void {
    const onChange = (): void => {
      if (coming === socket && session.isReady()) coming = undefined;
      serve();
    };
    const session = openSession({ ...options, socket, onChange });
    sessions.add(session);
  }

  function failAll(error: unknown): void {
    for (const { fail } of waiting) fail(error);
  }

  /** The way on which a request can be sent now. */
  async function next(signal: AbortSignal | undefined): Promise<Send> {
    const send = waiting.size === 0 ? free() : undefined;
    if (send !== undefined) return send;
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
        // Nobody is left who wants it.
        coming?.destroy();
        coming = undefined;
      };
      const late = (): void => {
        // What it takes to connect has a bound of its own.
        if (coming === undefined) own.fail(new Error(`${origin} had no room for the request for ${silenceTimeout} ms`));
        else timer.refresh();
      };
      const timer = setTimeout(late, silenceTimeout);
      signal?.addEventListener('abort', abort, { once: true });
      waiting.add(own);
      serve();
    });
  }

  return {
    async send(request) {
      const send = await next(request.signal);
      return send(request);
    },
    close() {
      failAll(new BrokenError(`the connection to ${origin} was closed`));
      coming?.destroy();
      coming = undefined;
      for (const session of sessions) session.destroy();
    },
  };
}
