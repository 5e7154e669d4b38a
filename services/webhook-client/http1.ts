import type { Socket } from 'node:net';
import { createResponseReader } from '@pilothouse/runtime/http1/response-reader.js';
import {
  bodyCollector,
  EndedError,
  StaleError,
  tooLong,
  TruncatedError,
  type CallLimits,
  type Exchanged,
  type OutgoingCall,
} from './outgoing.js';

/** The idle HTTP/1.1 connections to a server. */
export interface Http1Pool {
  /** An idle connection, which the caller owns. */
  readonly take: () => Socket | undefined;
  /** Sends the call on a connected socket, and keeps the connection if it can be used again. */
  readonly call: (socket: Socket, call: OutgoingCall, limits: CallLimits) => Promise<Exchanged>;
  /** Adds a connected socket. */
  readonly keep: (socket: Socket) => void;
  /** Closes the idle connections, and others when they become idle. */
  readonly close: () => void;
}

/** Connections that are kept, and the milliseconds after which an idle one is closed: the values of Go. */
const MAX_IDLE = 25;
const IDLE_TIMEOUT = 90_000;

export function createHttp1Pool(): Http1Pool {
  /** Each with the function that takes it out. The latest is used first. */
  const idle = new Map<Socket, () => void>();
  const used = new WeakSet<Socket>();
  let isClosed = false;

  function keep(socket: Socket): void {
    if (isClosed || idle.size >= MAX_IDLE || socket.destroyed) {
      socket.destroy();
      return;
    }
    const discard = (): void => void socket.destroy();
    const forget = (): void => void idle.delete(socket);
    // An idle server has nothing to say.
    socket.setTimeout(IDLE_TIMEOUT, discard).on('data', discard).on('end', discard).on('close', forget);
    socket.unref();
    idle.set(socket, () => {
      forget();
      socket.setTimeout(0).off('timeout', discard).off('data', discard).off('end', discard).off('close', forget);
      socket.ref();
    });
  }

  return {
    keep,
    take() {
      for (const [socket, release] of [...idle].reverse()) {
        release();
        if (!socket.destroyed && socket.writable) return socket;
      }
      return undefined;
    },
    async call(socket, call, limits) {
      const isReused = used.has(socket);
      used.add(socket);
      const { isReusable, ...exchanged } = await exchangeOn(socket, call, { ...limits, isReused });
      if (isReusable) keep(socket);
      else socket.destroy();
      return exchanged;
    },
    close() {
      isClosed = true;
      for (const socket of idle.keys()) socket.destroy();
    },
  };
}

interface Http1Exchanged extends Exchanged {
  readonly isReusable: boolean;
}

function exchangeOn(
  socket: Socket,
  call: OutgoingCall,
  limits: CallLimits & { readonly isReused: boolean },
): Promise<Http1Exchanged> {
  const { signal, maxResponseBytes, isReused } = limits;
  return new Promise((resolve, reject) => {
    const body = bodyCollector(maxResponseBytes);
    let head: Pick<Exchanged, 'status' | 'headers'> | undefined;
    let hasBytes = false;
    let reason: Error | undefined;
    const settle = (): void => {
      socket.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      signal.removeEventListener('abort', abort);
    };
    const fail = (error: Error): void => {
      settle();
      socket.on('error', () => undefined).destroy();
      reject(error);
    };
    const abort = (): void => fail(signal.reason as Error);
    const reader = createResponseReader({
      onHead: (status, headers) => (head = { status, headers }),
      onBody(part) {
        if (!body.add(part)) fail(tooLong(limits));
      },
      onEnd({ isReusable }) {
        settle();
        if (head !== undefined) resolve({ ...head, body: body.take(), isReusable });
      },
    });
    const read = (step: () => void): void => {
      try {
        step();
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    };
    const onData = (bytes: Buffer): void => {
      hasBytes = true;
      read(() => reader.add(bytes));
    };
    const onError = (error: Error): void => void (reason = error);
    const onEnd = (): void => {
      if (head === undefined) return onClose();
      read(() => {
        try {
          reader.close();
        } catch (error) {
          throw new TruncatedError('unexpected EOF', { cause: error });
        }
      });
    };
    const onClose = (): void => {
      if (head !== undefined) fail(new TruncatedError('unexpected EOF', { cause: reason }));
      else if (isReused && !hasBytes) fail(new StaleError('EOF', { cause: reason }));
      else fail(reason ?? new EndedError('EOF'));
    };
    socket.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
    signal.addEventListener('abort', abort, { once: true });
    socket.write(requestOf(call));
  });
}

/** One buffer, so that head and body are sent at once. */
function requestOf({ authority, target, headers, body }: OutgoingCall): Buffer {
  let head = `POST ${target} HTTP/1.1\r\nhost: ${authority}\r\n`;
  for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`;
  head += `content-length: ${body.length}\r\n\r\n`;
  const bytes = Buffer.allocUnsafe(head.length + body.length);
  bytes.write(head, 'latin1');
  bytes.set(body, head.length);
  return bytes;
}
