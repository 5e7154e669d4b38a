import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestContext } from '../request/context.js';
import { SWITCHING_PROTOCOLS, type Response } from '../request/response.js';
import { upgradeHeaders } from './headers.js';

/** Milliseconds for a backend to read what the client has sent before it left. */
const LINGER = 10_000;

/** An upgraded connection to a backend. */
export interface Upgraded {
  /** The head of the response with the status 101. */
  readonly received: IncomingMessage;
  readonly socket: Socket;
  /** Bytes after the head. */
  readonly head: Buffer;
}

/** The response that upgrades the connection of the client, too. When one of both ends, the other does. */
export function upgradedResponse(context: RequestContext, { received, socket, head }: Upgraded): Response {
  socket.on('error', () => undefined).setNoDelay(true);
  if (head.length > 0) socket.unshift(head);
  context.onAbort(() => socket.destroy());
  context.onClose(() => {
    socket.destroySoon();
    setTimeout(() => socket.destroy(), LINGER).unref();
  });
  const { upgraded } = context.request;
  if (upgraded !== undefined) {
    pump(upgraded, socket).then(
      () => socket.end(),
      () => socket.destroy(),
    );
  }
  return { status: SWITCHING_PROTOCOLS, headers: upgradeHeaders(received), body: socket };
}

/** Writes what the client sends, with backpressure. */
async function pump(from: AsyncIterable<Uint8Array>, to: Socket): Promise<void> {
  // What comes too late is dropped: leaving the iteration would destroy the connection, with what is still sent to the client.
  for await (const chunk of from) if (!to.destroyed && !to.write(chunk)) await drained(to);
}

async function drained(socket: Socket): Promise<void> {
  if (socket.destroyed) return;
  await new Promise<void>((resolve) => {
    const settle = (): void => {
      socket.off('drain', settle).off('close', settle);
      resolve();
    };
    socket.on('drain', settle).on('close', settle);
  });
}
