import type { Socket } from 'node:net';
import { openClientSession } from '@pilothouse/http2/client/client-session.js';
import type { ClientStream } from '@pilothouse/http2/client/client-stream.js';
import { readResponseHead, type ResponseHead } from '@pilothouse/http2/client/response-head.js';
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

/** An HTTP/2 connection for all calls to a server. */
export interface Http2Connection {
  readonly isUsable: () => boolean;
  readonly call: (call: OutgoingCall, limits: CallLimits) => Promise<Exchanged>;
  readonly close: () => void;
}

const STREAM_WINDOW = 1024 * 1024;
const CONNECTION_WINDOW = 4 * STREAM_WINDOW;
/** Milliseconds after which an idle connection is closed: the value of Go. */
const IDLE_TIMEOUT = 90_000;

/** Opens a connection on a connected socket, on which the server has selected HTTP/2. */
export function openHttp2(socket: Socket): Http2Connection {
  let calls = 0;
  let isOver = false;
  let isUsed = false;
  const session = openClientSession({
    socket,
    streamWindow: STREAM_WINDOW,
    connectionWindow: CONNECTION_WINDOW,
    onSettings: () => undefined,
    onGoAway: () => undefined,
    onClose: () => (isOver = true),
  });
  // An idle connection keeps no process alive.
  socket.setTimeout(IDLE_TIMEOUT, () => (calls === 0 ? session.leave() : undefined));
  return {
    isUsable: () => !isOver && session.isUsable(),
    async call(call, limits) {
      if (calls++ === 0) socket.ref();
      const before = socket.bytesRead;
      try {
        return await exchangeOn((listener) => session.open(fieldsOf(call), listener), call.body, limits);
      } catch (error) {
        // A server may close a kept connection at any time.
        const isSilent = socket.bytesRead === before;
        if (error instanceof EndedError && isUsed && isSilent) throw new StaleError('EOF', { cause: error });
        // A server that sends nothing at all may be gone: the next call opens a connection.
        if (limits.signal.aborted && isSilent) session.leave();
        throw error;
      } finally {
        isUsed = true;
        if (--calls === 0) socket.unref();
      }
    },
    close: () => session.destroy('closed'),
  };
}

function fieldsOf({ authority, target, headers, body }: OutgoingCall): (readonly [string, string])[] {
  return [
    [':method', 'POST'],
    [':scheme', 'https'],
    [':authority', authority],
    [':path', target],
    ...Object.entries(headers),
    ['content-length', String(body.length)],
  ];
}

type Open = (listener: ClientStream['listener']) => ClientStream;

function exchangeOn(open: Open, sent: Uint8Array, limits: CallLimits): Promise<Exchanged> {
  const { signal, maxResponseBytes } = limits;
  return new Promise((resolve, reject) => {
    const body = bodyCollector(maxResponseBytes);
    let head: ResponseHead | undefined;
    const settle = (): void => signal.removeEventListener('abort', abort);
    const fail = (error: Error): void => {
      settle();
      stream.cancel();
      reject(error);
    };
    const abort = (): void => fail(signal.reason as Error);
    const stream = open({
      onHead(fields) {
        // A further head has trailers.
        if (head !== undefined) return;
        const reading = readResponseHead(fields);
        if (reading.type === 'head') head = reading;
        if (reading.type === 'malformed') fail(new Error(`malformed HTTP response: ${reading.problem}`));
      },
      onData(part) {
        if (body.add(part)) stream.taken(part.length);
        else fail(tooLong(limits));
      },
      onClose(failure) {
        settle();
        const taken = body.take();
        if (failure === undefined && head !== undefined && taken.length === (head.contentLength ?? taken.length)) {
          const { status, headers } = head;
          resolve({ status, headers, body: taken });
        } else if (failure?.isRefused === true) reject(new StaleError('EOF'));
        else
          reject(head === undefined ? new EndedError(failure?.reason ?? 'EOF') : new TruncatedError('unexpected EOF'));
      },
    });
    signal.addEventListener('abort', abort, { once: true });
    stream.send(sent, true);
  });
}
