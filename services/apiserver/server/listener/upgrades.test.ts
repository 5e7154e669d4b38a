import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, request, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:tls';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Certificates } from '@pilothouse/runtime/certificates/ensure.js';
import { ensureCertificates } from '@pilothouse/runtime/certificates/ensure.test.helper.js';
import { createBackend } from '../../proxy/backend.js';
import { forward } from '../../proxy/forward.js';
import { textResponse } from '../../request/response.js';
import { startListener } from './connection.test.helper.js';
import type { Listener } from './listener.js';

const UPGRADE = { connection: 'Upgrade', upgrade: 'echo/1' };
const MEGABYTE = 1024 * 1024;
const PART = Buffer.alloc(MEGABYTE, 'a');

interface Answer {
  readonly received: IncomingMessage;
  /** The upgraded connection. */
  readonly socket?: Socket;
  readonly text: () => Promise<string>;
}

describe('upgrades of connections', () => {
  let certificates: Certificates;
  let backend: Server;
  let onUpgrade: (incoming: IncomingMessage, socket: Socket) => void;
  let listener: Listener;
  const route = createBackend({ tls: () => ({ rejectUnauthorized: false }) });

  before(async () => {
    certificates = await ensureCertificates({ hosts: ['127.0.0.1'], now: new Date() });
  });
  beforeEach(async () => {
    const { certPem, keyPem } = certificates.serving;
    backend = createServer({ cert: certPem, key: keyPem }, (_incoming, outgoing) => outgoing.end('no upgrade'));
    backend.on('upgrade', (incoming, socket) => {
      socket.on('error', () => undefined);
      onUpgrade(incoming, socket as Socket);
    });
    backend.listen(0, '127.0.0.1');
    await once(backend, 'listening');
    const { port } = backend.address() as AddressInfo;
    onUpgrade = (_incoming, socket) => void accept(socket).pipe(socket);
    listener = await startListener({
      certificate: () => certificates.serving,
      requestTimeout: 300,
      handler: async (context) => {
        if (context.path === '/large') return { status: 200, headers: {}, body: Array<Uint8Array>(8).fill(PART) };
        if (context.path !== '/forwarded') return textResponse(200, 'text/plain', context.path);
        return forward(context, {
          backend: route,
          scheme: 'https',
          address: { host: '127.0.0.1', port },
          target: '/x?y',
          headers: [],
          fail: ({ error, isConnected }) => textResponse(500, 'text/plain', `${error.message} ${isConnected}`),
        }).catch((thrown: unknown) => textResponse(StatusError.from(thrown).code, 'text/plain', 'aborted'));
      },
    });
  });
  afterEach(async () => {
    await listener.close(0);
    backend.closeAllConnections();
    backend.close();
  });

  const accept = (socket: Socket): Socket => {
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo/1\r\nX-Own: a\r\nX-Own: b\r\n\r\nhi',
    );
    return socket;
  };
  const ask = async (path = '/forwarded', headers: Record<string, string> = UPGRADE, body = ''): Promise<Answer> => {
    const sent = request({
      host: '127.0.0.1',
      port: listener.port,
      path,
      headers,
      ca: certificates.ca.certPem,
      method: body === '' ? 'GET' : 'POST',
    });
    sent.end(body);
    const answer = new Promise<Answer>((resolve, reject) => {
      sent.once('upgrade', (received, socket, head) => {
        if (head.length > 0) socket.unshift(head);
        resolve({ received, socket, text: () => collected(socket) });
      });
      sent.once('response', (received) => resolve({ received, text: () => collected(received) }));
      sent.once('error', reject);
    });
    return answer;
  };
  const upgraded = async (): Promise<Socket> => {
    const { socket } = await ask();
    assert.ok(socket);
    return socket;
  };

  it('pass the request, the head of the response, and all bytes in both directions', async () => {
    let seen: IncomingMessage | undefined;
    onUpgrade = (incoming, socket) => {
      seen = incoming;
      accept(socket).pipe(socket);
    };
    const { received, socket } = await ask('/forwarded', { ...UPGRADE, authorization: 'Bearer secret' });
    assert.ok(socket);
    assert.deepEqual([received.statusCode, received.headersDistinct['x-own']], [101, ['a', 'b']]);
    assert.deepEqual([seen?.url, seen?.headers.upgrade, seen?.headers.authorization], ['/x?y', 'echo/1', undefined]);
    const sent = Buffer.alloc(8 * MEGABYTE, 'abcdefg');
    socket.write(sent);
    const got: Buffer[] = [];
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      got.push(chunk);
      if (got.reduce((sum, { length }) => sum + length, 0) === sent.length + 2) break;
    }
    assert.ok(Buffer.concat(got).equals(Buffer.concat([Buffer.from('hi'), sent])));
  });

  it('do not buffer what the other side does not read', async () => {
    let written = 0;
    onUpgrade = (_incoming, socket) => {
      accept(socket);
      const more = (): void => {
        while (written < 200 * MEGABYTE && socket.write(Buffer.alloc(64 * 1024))) written += 64 * 1024;
      };
      socket.on('drain', more);
      more();
    };
    const socket = await upgraded();
    let before = -1;
    while (before !== written) {
      before = written;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    assert.ok(written < 50 * MEGABYTE, `${written} bytes`);
    socket.destroy();
  });

  it('last longer than the timeout of requests', async () => {
    const socket = await upgraded();
    socket.resume();
    await new Promise((resolve) => setTimeout(resolve, 700));
    socket.write('ping');
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    assert.equal(chunk.toString(), 'ping');
    socket.destroy();
  });

  it('end for the backend with the client, after all bytes', async () => {
    const ended = new Promise<string>((resolve) => {
      onUpgrade = (_incoming, socket) => {
        let text = '';
        accept(socket).on('data', (chunk: Buffer) => (text += chunk.toString()));
        socket.once('close', () => resolve(text));
      };
    });
    const socket = await upgraded();
    socket.end('last words');
    assert.equal(await ended, 'last words');
  });

  it('end for the client with the backend, after all bytes', async () => {
    const bytes = 3 * MEGABYTE;
    onUpgrade = (_incoming, socket) => void accept(socket).end(Buffer.alloc(bytes));
    const { text } = await ask();
    assert.equal((await text()).length, bytes + 2);
  });

  it('that the backend refuses get its response', async () => {
    onUpgrade = (_incoming, socket) =>
      void socket.end('HTTP/1.1 403 Forbidden\r\nContent-Type: text/x\r\nContent-Length: 4\r\n\r\nnope');
    const { received, text } = await ask();
    assert.deepEqual([received.statusCode, received.headers['content-type'], await text()], [403, 'text/x', 'nope']);
  });

  const failures: readonly (readonly [what: string, answer: (socket: Socket) => unknown, text: string])[] = [
    [
      'that the backend ignores fail',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'),
      'invalid upgrade response: status code 200 true',
    ],
    ['whose backend hangs up fail', (socket) => socket.destroy(), 'socket hang up true'],
  ];
  for (const [what, answer, wanted] of failures) {
    it(what, async () => {
      onUpgrade = (_incoming, socket) => void answer(socket);
      const { received, text } = await ask();
      assert.deepEqual([received.statusCode, await text()], [500, wanted]);
    });
  }

  it('fail without a backend', async () => {
    backend.close();
    const { received, text } = await ask();
    assert.equal(received.statusCode, 500);
    assert.match(await text(), /ECONNREFUSED.* false$/);
  });

  it('end for a hanging backend when the client leaves', async () => {
    const ended = new Promise<void>((resolve) => {
      onUpgrade = (_incoming, socket) => {
        socket.resume().once('close', () => resolve());
        client.destroy();
      };
    });
    const client = connect({ port: listener.port, host: '127.0.0.1', ca: certificates.ca.certPem });
    client.on('error', () => undefined);
    client.write('GET /forwarded HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo/1\r\n\r\n');
    await ended;
  });

  it('end when the listener closes', async () => {
    const socket = await upgraded();
    socket.resume().on('error', () => undefined);
    const closed = once(socket, 'close');
    await listener.close(60_000);
    await closed;
  });

  it('of other paths are ignored', async () => {
    const { received, text } = await ask('/version');
    assert.deepEqual([received.statusCode, received.headers.connection, await text()], [200, 'close', '/version']);
  });

  it('of other paths are ignored, and get all of a large response', async () => {
    const { text } = await ask('/large');
    assert.equal((await text()).length, 8 * MEGABYTE);
  });

  it('with a body are refused', async () => {
    const { received, text } = await ask('/forwarded', UPGRADE, 'body');
    assert.deepEqual([received.statusCode, /cannot upgrade the connection/.test(await text())], [400, true]);
  });

  it('behind a request in progress end the connection', async () => {
    const client = connect({ port: listener.port, host: '127.0.0.1', ca: certificates.ca.certPem });
    let isReached = false;
    onUpgrade = () => void (isReached = true);
    const head = 'GET /forwarded HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo/1\r\n\r\n';
    client.on('error', () => undefined).resume();
    const closed = once(client, 'close');
    client.write(`GET /slow HTTP/1.1\r\nHost: a\r\n\r\n${head}`);
    await closed;
    assert.equal(isReached, false);
  });
});

async function collected(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
