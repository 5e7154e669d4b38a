import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Exchange, Refusal } from './exchange.js';
import { http1Body } from './http1-body.js';
import { ONE_WRITE_BYTES } from './serve.js';

/** Milliseconds for a client to read the answer to a request that was refused before all of it was read. */
const LINGER = 1000;

/** A request over HTTP/1.1, as Node's server gives it. */
export function http1Exchange(incoming: IncomingMessage, outgoing: ServerResponse): Exchange {
  const { method = '', url = '', headers, rawHeaders, socket } = incoming;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  return {
    request: { method, target: originForm(url), headers, rawHeaders, body: hasBody ? http1Body(incoming) : undefined },
    // Node itself drops what must not follow a head.
    hasBody: true,
    onClose: (callback) => void outgoing.once('close', () => callback(outgoing.writableFinished)),
    refusal: () => (hasBody && !incoming.complete ? refusalOf(incoming, outgoing) : undefined),
    begin({ status, headers: answered, isAlone }) {
      outgoing.writeHead(status, answered);
      if (isAlone) outgoing.flushHeaders();
    },
    write(chunk) {
      if (outgoing.destroyed) throw new Error('the client went away');
      return outgoing.write(chunk) ? undefined : drained(outgoing);
    },
    end(chunk) {
      if (chunk !== undefined && chunk.byteLength > ONE_WRITE_BYTES) return endInTwo(outgoing, chunk);
      if (chunk === undefined) outgoing.end();
      else outgoing.end(chunk);
      return undefined;
    },
    leave: () => void (outgoing.shouldKeepAlive = false),
    isLast: () => void outgoing.once('finish', () => socket.destroySoon()),
    abort: () => void socket.destroy(),
  };
}

/** The path and query of a target that may also be a whole URL, as clients send it to proxies (RFC 9112, section 3.2.2). */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = target.replace(/^https?:\/\/[^/?]*/i, '');
  return rest.startsWith('?') || rest === '' ? `/${rest}` : rest;
}

/**
 * The connection stays open, and what comes is read and dropped, until all of it is there or the client had time for its
 * answer: closed at once, it would take the answer for a broken connection.
 */
function refusalOf(incoming: IncomingMessage, outgoing: ServerResponse): Refusal {
  return async ({ status, headers }, body) => {
    outgoing.writeHead(status, headers);
    outgoing.write(body);
    incoming.resume();
    await Promise.race([once(incoming, 'close'), once(incoming, 'end'), delay(LINGER, undefined, { ref: false })]);
    outgoing.end();
    if (!incoming.complete) incoming.destroy();
  };
}

/** Resolves when the client has taken enough for more to be sent. Rejects when it went away. */
async function drained(outgoing: ServerResponse): Promise<void> {
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
 * Holds the last bytes back until the others are gone. A request that comes on a connection whose buffer is still full
 * makes Node pause its parser, which takes the rest of that request for an error (HPE_PAUSED).
 */
async function endInTwo(outgoing: ServerResponse, part: Uint8Array): Promise<void> {
  const cut = Math.max(0, part.byteLength - ONE_WRITE_BYTES / 2);
  await flushed(outgoing, part.subarray(0, cut));
  outgoing.end(part.subarray(cut));
}

/** Resolves when the system has taken the chunk, and all before it. Rejects when the client went away. */
async function flushed(outgoing: ServerResponse, chunk: Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const onClose = (): void => reject(new Error('the client went away'));
    outgoing.once('close', onClose);
    outgoing.write(chunk, (error) => {
      outgoing.off('close', onClose);
      if (error) reject(error);
      else resolve();
    });
  });
}
