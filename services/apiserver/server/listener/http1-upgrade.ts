import type { IncomingMessage } from 'node:http';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import { ServerResponse } from '@pilothouse/client/node-http.js';
import { refuseUnreadable } from './unreadable.js';

/**
 * Serves requests for an upgrade of the connection in the same way as all others, through the event `request`. They are the last
 * ones of their connection: it is upgraded, or closed after the response. `isBusy` tells whether earlier requests of a
 * connection are in progress. The returned function tells whether a request asks for an upgrade.
 */
export function serveUpgrades(
  server: Server,
  isBusy: (socket: Socket) => boolean,
): (request: IncomingMessage) => boolean {
  const asking = new WeakSet<IncomingMessage>();
  server.on('upgrade', (incoming, _stream, head: Buffer) => {
    const { socket } = incoming;
    // Node has removed its own listeners, and parses nothing that follows.
    socket.on('error', () => undefined).on('timeout', () => server.emit('timeout', socket));
    if (isBusy(socket)) return void socket.destroy();
    if (hasBody(incoming)) {
      refuseUnreadable(new Error('a request with a body cannot upgrade the connection'), socket, false);
      return;
    }
    asking.add(incoming);
    if (head.length > 0) socket.unshift(head);
    // A client that has sent all is served no longer, as in Kubernetes.
    socket.once('end', () => socket.destroySoon());
    const outgoing = new ServerResponse(incoming);
    outgoing.assignSocket(socket);
    socket.on('drain', () => outgoing.emit('drain'));
    outgoing.shouldKeepAlive = false;
    outgoing.once('finish', () => socket.destroySoon());
    server.emit('request', incoming, outgoing);
  });
  return (incoming) => asking.has(incoming);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}
