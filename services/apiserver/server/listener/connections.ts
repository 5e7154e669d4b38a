import type { ServerResponse } from 'node:http';
import type { Server, ServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import { createLinkedQueue, type Linked, type LinkedQueue } from '@pilothouse/runtime/linked-queue/linked-queue.js';
import type { AnswerFlow, ConnectionUse } from './connection-limit.js';
import type { SessionTimes } from '@pilothouse/http2/server/session.js';

/** Milliseconds for a TLS handshake, and for the head of a request, as in Kubernetes. */
const HEAD_TIMEOUT = 32_000;
/** Milliseconds between two checks for exceeded timeouts. */
const CHECK_INTERVAL = 5000;
/** Keep-alive timeout in milliseconds, as in Kubernetes. */
const IDLE_TIMEOUT = 90_000;
/** Number of pipelined requests from which the connection is no longer read. */
const MAX_PIPELINED = 100;

/** Timeouts of an HTTP/1.1 server. `requestTimeout` is for a whole request, in milliseconds. */
export function connectionTimes(requestTimeout: number): ServerOptions {
  const headersTimeout = Math.min(HEAD_TIMEOUT, requestTimeout);
  return {
    requestTimeout,
    headersTimeout,
    handshakeTimeout: headersTimeout,
    connectionsCheckingInterval: Math.min(CHECK_INTERVAL, requestTimeout),
    keepAliveTimeout: IDLE_TIMEOUT,
  };
}

/** Timeouts of HTTP/2 sessions. */
export function sessionTimes(requestTimeout: number): SessionTimes {
  return { head: Math.min(HEAD_TIMEOUT, requestTimeout), unread: requestTimeout, idle: IDLE_TIMEOUT };
}

/** A response over HTTP/1.1 that is not complete. */
export interface Answer extends Linked<Answer> {
  readonly outgoing: ServerResponse;
}

/** Responses of a connection that are not complete. */
interface Answers {
  readonly waiting: LinkedQueue<Answer>;
  readonly flow: AnswerFlow;
}

/**
 * Guards the connections of an HTTP/1.1 server. Destroys a connection whose client does not read for `unread` milliseconds. Stops
 * reading from one with too many pipelined requests. Closes all responses of a connection that ends, of which Node closes only
 * the first. Reports to `use` when a connection becomes busy or idle. Returns a function that counts the unanswered requests of a
 * connection.
 */
export function guardConnections(server: Server, unread: number, use: ConnectionUse): (socket: Socket) => number {
  const answers = new WeakMap<Socket, Answers>();
  server.timeout = unread;
  server.on('timeout', (socket: Socket) => {
    const isIdle = (answers.get(socket)?.waiting.size() ?? 0) === 0;
    if (isIdle || socket.writableLength > 0) socket.destroy();
  });
  server.on('request', ({ socket }, outgoing) => {
    const { waiting, flow } = answers.get(socket) ?? watched(socket, answers);
    if (waiting.size() === 0) use.busy(socket, flow);
    const answer: Answer = { outgoing, previous: undefined, next: undefined };
    waiting.add(answer);
    if (waiting.size() >= MAX_PIPELINED) socket.pause();
    outgoing.once('close', () => {
      waiting.remove(answer);
      if (waiting.size() === 0) use.idle(socket);
      if (waiting.size() === MAX_PIPELINED / 2) socket.resume();
    });
  });
  return (socket) => answers.get(socket)?.waiting.size() ?? 0;
}

function watched(socket: Socket, answers: WeakMap<Socket, Answers>): Answers {
  const waiting = createLinkedQueue<Answer>();
  const flow: AnswerFlow = {
    end: () => (waiting.size() === 0 ? socket.pause().destroySoon() : socket.destroy()),
    taken: () => (socket.writableLength === 0 ? undefined : socket.bytesWritten - socket.writableLength),
  };
  const known = { waiting, flow };
  answers.set(socket, known);
  socket.once('close', () => {
    for (const { outgoing } of waiting.all()) {
      outgoing.destroy();
      outgoing.emit('close');
    }
  });
  return known;
}
