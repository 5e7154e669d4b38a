import type { ServerResponse } from 'node:http';
import type { Server, ServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { AnswerFlow, ConnectionUse } from './connection-limit.js';
import type { SessionTimes } from './http2/session.js';

/** Milliseconds for a handshake, and for the head of a request, as in Kubernetes. */
const HEAD_TIMEOUT = 32_000;
/** Milliseconds between two looks at who takes longer. */
const CHECKING_INTERVAL = 5000;
/** Milliseconds that a connection may wait for its next request, as in Kubernetes. */
const IDLE_TIMEOUT = 90_000;
/** So many requests of one connection may wait for their answers before no more of it is read. */
const MOST_PIPELINED = 100;

/** How long clients may take; `requestTimeout` is what they have for a whole request, in milliseconds. */
export function connectionTimes(requestTimeout: number): ServerOptions {
  const headersTimeout = Math.min(HEAD_TIMEOUT, requestTimeout);
  return {
    requestTimeout,
    headersTimeout,
    handshakeTimeout: headersTimeout,
    connectionsCheckingInterval: Math.min(CHECKING_INTERVAL, requestTimeout),
    keepAliveTimeout: IDLE_TIMEOUT,
  };
}

/** The same for HTTP/2. */
export function sessionTimes(requestTimeout: number): SessionTimes {
  return { head: Math.min(HEAD_TIMEOUT, requestTimeout), unread: requestTimeout, idle: IDLE_TIMEOUT };
}

/** The answers of one connection that are not complete. */
interface Answers {
  readonly waiting: Set<ServerResponse>;
  readonly flow: AnswerFlow;
}

/**
 * Guards the connections of an HTTP/1.1 server: destroys one whose client takes nothing of what is sent to it for `unread`
 * milliseconds, stops reading from one that has too many unanswered requests, and closes all answers of a connection that
 * ends, of which Node closes only the first. Reports to `use` when a connection is busy and when it is idle.
 */
export function guardConnections(server: Server, unread: number, use: ConnectionUse): void {
  const answers = new WeakMap<Socket, Answers>();
  server.timeout = unread;
  server.on('timeout', (socket: Socket) => {
    const isIdle = (answers.get(socket)?.waiting.size ?? 0) === 0;
    if (isIdle || socket.writableLength > 0) socket.destroy();
  });
  server.on('request', ({ socket }, outgoing) => {
    const { waiting, flow } = answers.get(socket) ?? watched(socket, answers);
    if (waiting.size === 0) use.busy(socket, flow);
    waiting.add(outgoing);
    if (waiting.size >= MOST_PIPELINED) socket.pause();
    outgoing.once('close', () => {
      waiting.delete(outgoing);
      if (waiting.size === 0) use.idle(socket);
      if (waiting.size === MOST_PIPELINED / 2) socket.resume();
    });
  });
}

function watched(socket: Socket, answers: WeakMap<Socket, Answers>): Answers {
  const waiting = new Set<ServerResponse>();
  const flow: AnswerFlow = {
    end: () => (waiting.size === 0 ? socket.pause().destroySoon() : socket.destroy()),
    taken: () => (socket.writableLength === 0 ? undefined : socket.bytesWritten - socket.writableLength),
  };
  const known = { waiting, flow };
  answers.set(socket, known);
  socket.once('close', () => {
    for (const outgoing of waiting) {
      outgoing.destroy();
      outgoing.emit('close');
    }
  });
  return known;
}
