import { once } from 'node:events';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { STATUS_CODES } from '@pilothouse/client/node-http.js';
import { SWITCHING_PROTOCOLS, type ResponseHeaders } from '../../request/response.js';
import type { Exchange, Refusal } from './exchange.js';
import { http1Body } from './http1-body.js';
import type { Framing } from './http1-framing.js';

/** Milliseconds for a client to read the response to a request that was rejected before all of it was read. */
const LINGER = 1000;
/** Larger chunks are framed by Node. */
const FRAMED_BYTES = 32 * 1024;
/** Bytes that may wait in the socket: the high-water mark of Node 22. That of Node 20 is less than many batches of events. */
const WAITING_BYTES = 64 * 1024;
/** Bytes of a large body that may wait in the socket: a page of 500 objects. Waiting costs a turn of the event loop, which takes a millisecond while others keep it busy. */
const WAITING_BODY_BYTES = 1024 * 1024;

export interface Http1Options {
  /** Whether the client asks for an upgrade of the connection. */
  readonly isUpgrade: boolean;
  readonly framing: Framing;
  /** Whether this is the only request of its connection that is not answered. */
  readonly isOnly: () => boolean;
}

/** Exchange over Node's HTTP/1.1 server. */
export function http1Exchange(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { isUpgrade, framing, isOnly }: Http1Options,
): Exchange {
  const { method = '', url = '', headers, rawHeaders, socket } = incoming;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  /** Where the bytes of the response go: to the connection itself once it is upgraded. */
  let output: Writable = outgoing;
  /** Whether the body is a stream that this exchange may put into chunks itself. */
  let isStream = false;
  return {
    request: {
      method,
      target: originForm(url),
      headers,
      rawHeaders,
      body: hasBody ? http1Body(incoming) : undefined,
      upgraded: isUpgrade ? socket : undefined,
    },
    // Node itself drops a body that must not be sent.
    hasBody: true,
    onClose: (callback) => void outgoing.once('close', () => callback(outgoing.writableFinished)),
    refusal: () => (hasBody && !incoming.complete ? refusalOf(incoming, outgoing) : undefined),
    begin({ status, headers: answered, isAlone }) {
      if (status === SWITCHING_PROTOCOLS) {
        output = socket.setTimeout(0);
        socket.write(headOf(status, answered));
        return;
      }
      outgoing.writeHead(status, nodeHeaders(answered));
      if (isAlone) outgoing.flushHeaders();
      isStream = isAlone && method !== 'HEAD' && outgoing.chunkedEncoding;
    },
    write(chunk) {
      if (output.destroyed) throw new Error('the client went away');
      // Node writes a chunk in three parts, which costs a watch event more than all else. Copying a part of a list costs more. The
      // socket is absent while an earlier request of the connection is answered.
      if (isStream && outgoing.socket === socket && chunk.byteLength <= FRAMED_BYTES) {
        if (chunk.byteLength === 0 || socket.write(framing(chunk))) return undefined;
        return socket.writableLength < WAITING_BYTES ? undefined : drained(socket);
      }
      return output.write(chunk) || output.writableLength < WAITING_BODY_BYTES ? undefined : drained(output);
    },
    end(chunk) {
      if (output === socket) {
        socket.destroySoon();
        return undefined;
      }
      if (chunk === undefined) outgoing.end();
      else outgoing.end(chunk);
      // A connection with pipelined requests is always read: only that shows when its client leaves during a watch.
      if (socket.writableNeedDrain && outgoing.shouldKeepAlive && incoming.complete && isOnly())
        pauseUntilDrained(socket);
      return undefined;
    },
    leave: () => void (outgoing.shouldKeepAlive = false),
    waitForClient() {
      const { timeout = 0 } = socket;
      socket.setTimeout(0);
      outgoing.once('close', () => socket.setTimeout(timeout));
    },
    isLast: () => void outgoing.once('finish', () => socket.destroySoon()),
    abort: () => void socket.destroy(),
  };
}

/** The head of a response that Node does not frame. */
function headOf(status: number, headers: ResponseHeaders): string {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((each) => `${name}: ${each}`));
  return `${[`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n')}\r\n\r\n`;
}

/** Node does not modify the lists. */
function nodeHeaders(headers: ResponseHeaders): OutgoingHttpHeaders {
  return headers as OutgoingHttpHeaders;
}

/** Origin form of a request target, which may be in absolute form (RFC 9112, section 3.2.2). */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = target.replace(/^https?:\/\/[^/?]*/i, '');
  return rest.startsWith('?') || rest === '' ? `/${rest}` : rest;
}

/**
 * Keeps the connection open and discards the rest of the request, until it is complete or LINGER has passed. An immediate close
 * would reset the connection before the client reads the response.
 */
function refusalOf(incoming: IncomingMessage, outgoing: ServerResponse): Refusal {
  return async ({ status, headers }, body) => {
    outgoing.writeHead(status, nodeHeaders(headers));
    outgoing.write(body);
    incoming.resume();
    await Promise.race([once(incoming, 'close'), once(incoming, 'end'), delay(LINGER, undefined, { ref: false })]);
    outgoing.end();
    if (!incoming.complete) incoming.destroy();
  };
}

/** Backpressure: resolves on `drain`. Rejects when the client disconnects. */
async function drained(outgoing: Writable): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const settle = (): void => {
      outgoing.off('drain', settle).off('close', settle);
      if (outgoing.destroyed) reject(new Error('the client went away'));
      else resolve();
    };
    outgoing.on('drain', settle).on('close', settle);
  });
}

/**
 * Pauses reading from a connection until its socket has taken the end of a response. A client can receive all of it before Node sees
 * that. Node would pause its parser at the next request, and the parser would fail (HPE_PAUSED) for further records of the same read.
 */
function pauseUntilDrained(socket: Socket): void {
  socket.pause().once('drain', () => socket.resume());
}
