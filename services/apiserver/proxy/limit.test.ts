import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createBackend, responseOf, type Backend, type OutgoingRequest } from './backend.js';
import { limitBackends } from './limit.js';

describe('the limit of requests to backends', () => {
  let server: Server;
  let backend: Backend;
  beforeEach(async () => {
    server = createServer((_request, response) => response.end('done'));
    server.on('upgrade', (_request, socket) => {
      socket
        .on('error', () => undefined)
        .write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    backend = createBackend({ tls: () => ({}) });
  });
  afterEach(() => {
    backend.close();
    server.closeAllConnections();
    server.close();
  });
  const request = (
    headers: readonly string[] = [],
    port = (server.address() as AddressInfo).port,
  ): OutgoingRequest => ({
    scheme: 'http',
    address: { host: '127.0.0.1', port },
    method: 'GET',
    target: '/',
    headers,
    isAlone: headers.length > 0,
  });
  const UPGRADE = ['Connection', 'Upgrade', 'Upgrade', 'x'];

  it('counts requests until they end, for all backends', async () => {
    const limited = limitBackends(1);
    const [one, other] = [limited(backend), limited(backend)];
    const sent = one.open(request());
    assert.throws(() => other.open(request()), { code: 429 });
    sent.end();
    (await responseOf(sent)).resume();
    await once(sent, 'close');
    const next = other.open(request());
    const closed = new Promise((resolve) => next.once('close', resolve));
    next.on('error', () => undefined).destroy();
    await closed;
    one
      .open(request())
      .on('error', () => undefined)
      .destroy();
  });

  it('counts upgraded connections until they close, and failed ones', async () => {
    const one = limitBackends(1)(backend);
    const sent = one.open(request(UPGRADE));
    sent.end();
    const [, socket] = (await once(sent, 'upgrade')) as [unknown, Duplex];
    assert.throws(() => one.open(request()), { code: 429 });
    socket.destroy();
    await once(socket, 'close');
    const failing = one.open(request(UPGRADE, 1));
    const failed = new Promise((resolve) => failing.once('error', resolve));
    failing.end();
    await failed;
    one
      .open(request())
      .on('error', () => undefined)
      .destroy();
  });
});
