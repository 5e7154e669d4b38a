import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { changing } from '@pilothouse/apimachinery/changing/changing.js';
import { followingTransport } from './following-transport.js';
import type { HttpsTransportOptions } from './https-transport.js';
import type { Transport } from './transport.js';

describe('followingTransport', () => {
  let server: Server;
  let url: string;
  let waiting: ServerResponse[];
  let transport: Transport | undefined;
  beforeEach(async () => {
    waiting = [];
    server = createServer((request, response) => {
      response.setHeader('x-seen', String(request.headers.authorization));
      if (request.url === '/slow') waiting.push(response.writeHead(200));
      else response.end('done');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    await transport?.close();
    server.closeAllConnections();
    server.close();
  });

  const as = (token: string): HttpsTransportOptions => ({ url, credentials: { token } });
  const send = async (target: string) => transport?.request({ method: 'GET', target, headers: {} });
  const seen = async (): Promise<string | undefined> => {
    const response = await send('/');
    if (response !== undefined) await collect(response.body);
    return response?.headers['x-seen'];
  };

  it('uses the current connection, and finishes requests in flight', async () => {
    const connection = changing(as('first'));
    transport = followingTransport(connection, 10_000);
    const slow = send('/slow');
    while (waiting.length === 0) await seen();
    assert.equal(await seen(), 'Bearer first');
    connection.set(as('second'));
    assert.equal(await seen(), 'Bearer second');
    waiting[0]?.flushHeaders();
    const response = await slow;
    assert.equal(response?.headers['x-seen'], 'Bearer first');
    waiting[0]?.end('late');
    assert.equal(String(await collect(response?.body ?? assert.fail())), 'late');
  });

  it('ends longer requests, such as a watch, after the drain time', async () => {
    const connection = changing(as('first'));
    transport = followingTransport(connection, 1);
    const slow = send('/slow');
    while (waiting.length === 0) await seen();
    waiting[0]?.flushHeaders();
    const response = await slow;
    connection.set(as('second'));
    await assert.rejects(collect(response?.body ?? assert.fail()), /aborted/);
    assert.equal(await seen(), 'Bearer second');
  });

  it('closes all connections and stops following', async () => {
    const connection = changing(as('first'));
    transport = followingTransport(connection);
    const slow = send('/slow');
    while (waiting.length === 0) await seen();
    connection.set(as('second'));
    const ended = assert.rejects(slow, /socket hang up|ECONNRESET/);
    await transport.close();
    await ended;
    connection.set({ ...as('third'), url: 'no URL' });
  });
});
