import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import { connect as connectPlain, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectSecurely, type TLSSocket } from 'node:tls';
import type { Certificates } from '@pilothouse/runtime/certificates/ensure.js';
import { ensureCertificates } from '@pilothouse/runtime/certificates/ensure.test.helper.js';
import { PREFACE, SETTING, settingsFrame } from '@pilothouse/http2/protocol/frames.js';
import { anonymousUser, authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { textResponse } from '../../request/response.js';
import { limitConnections, possibleConnections } from './connection-limit.js';
import { openConnection, TRANSPORTS, type TestConnection, type TransportName } from './connection.test.helper.js';
import { openRawSession, request } from '@pilothouse/http2/server/raw.test.helper.js';
import { listen, type Listener, type ListenerOptions } from './listener.js';

const MAX_CONNECTIONS = 4;
/** More than the socket buffers for a client that does not read. */
const LARGE = Array.from({ length: 16 }, () => Buffer.alloc(256 * 1024));
const ANONYMOUS = anonymousUser.name;

interface Asking {
  /** Whether to wait for the response; true when absent. */
  readonly isAnswered?: boolean;
  readonly user?: string;
}

describe('the connection limit', () => {
  let certificates: Certificates;
  let options: ListenerOptions;
  let listener: Listener;
  let troubles: Error[];
  let finish: () => void;
  let answers: Promise<unknown>[];
  /** Number of requests without a response. */
  let waiting: number;
  before(async () => {
    certificates = await ensureCertificates({ hosts: ['127.0.0.1'], now: new Date() });
  });
  beforeEach(async () => {
    [troubles, answers, waiting] = [[], [], 0];
    const finished = new Promise<void>((resolve) => (finish = resolve));
    options = {
      host: '127.0.0.1',
      port: 0,
      certificate: () => certificates.serving,
      clientAuthorities: () => ({ users: [], proxies: [] }),
      requestTimeout: 60_000,
      areWaiting: () => false,
      maxConnections: MAX_CONNECTIONS,
      onWarning: (error) => void troubles.push(error),
      async handler(context) {
        const name = context.header('x-user');
        if (name !== undefined) context.authenticate(authenticatedUser(name));
        if (context.path === '/slow') {
          waiting += 1;
          await finished;
        }
        if (context.path === '/large') return { status: 200, headers: {}, body: LARGE };
        return textResponse(200, 'text/plain', 'done');
      },
    };
    listener = await listen(options);
  });
  afterEach(async () => {
    finish();
    await listener.close(0);
  });

  /** Opens a connection and makes a request, as an authenticated user unless stated otherwise. */
  async function ask(
    transport: TransportName,
    path: string,
    { isAnswered = true, user = 'ann' }: Asking = {},
  ): Promise<TestConnection> {
    const connection = await openConnection(transport, { port: listener.port, ca: certificates.ca.certPem });
    const answer = connection.ask(path, { headers: { 'x-user': user } });
    if (isAnswered) await answer;
    else {
      answer.catch(() => undefined);
      answers.push(answer);
      while (waiting < answers.length) await pause(1);
    }
    return connection;
  }

  /** Opens a connection and sends nothing. */
  async function silent(port = listener.port): Promise<Socket> {
    const socket = connectPlain({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined).resume();
    await once(socket, 'connect');
    return socket;
  }

  const closed = async (socket: Socket): Promise<void> => {
    if (!socket.closed) await once(socket, 'close');
  };
  /** Whether a connection still carries requests. */
  const works = async ({ socket, ask: askAgain }: TestConnection): Promise<boolean> =>
    !socket.destroyed && (await askAgain('/')).status === 200;
  const end = (connections: readonly TestConnection[]): void => {
    for (const { socket } of connections) socket.destroy();
  };

  for (const transport of TRANSPORTS) {
    describe(`over ${transport}`, () => {
      it('first evicts connections without a request, the oldest first', async () => {
        const idle = await ask(transport, '/');
        const [first, second, third] = [await silent(), await silent(), await silent()];
        const next = await ask(transport, '/');
        await closed(first);
        const last = await ask(transport, '/');
        await closed(second);
        assert.equal(third.destroyed, false);
        for (const connection of [idle, next, last]) assert.ok(await works(connection));
        end([idle, next, last]);
        third.destroy();
      });

      it('then evicts idle connections, the longest idle first', async () => {
        const [first, second] = [await ask(transport, '/'), await ask(transport, '/')];
        const busy = [
          await ask(transport, '/slow', { isAnswered: false }),
          await ask(transport, '/slow', { isAnswered: false }),
        ];
        assert.ok(await works(first));
        const next = await ask(transport, '/');
        await closed(second.socket);
        assert.ok(await works(first));
        finish();
        await Promise.all(answers);
        end([...busy, first, next]);
      });

      it('evicts a busy anonymous connection, the oldest first, before it refuses an authenticated one', async () => {
        const user = ANONYMOUS;
        const anonymous = [];
        while (anonymous.length < MAX_CONNECTIONS - 2)
          anonymous.push(await ask(transport, '/slow', { isAnswered: false, user }));
        const others = [];
        while (others.length < 2) others.push(await ask(transport, '/slow', { isAnswered: false }));
        for (const { session, socket, ended } of anonymous) {
          assert.equal(socket.destroyed, false);
          const ending = session === undefined ? ended : once(session, 'goaway');
          others.push(await ask(transport, '/slow', { isAnswered: false }));
          await ending;
        }
        finish();
        await Promise.allSettled(answers);
        for (const connection of others) assert.ok(await works(connection));
        end(others);
      });

      it('refuses a new connection only when all others are busy and authenticated', async () => {
        const busy: TestConnection[] = [];
        while (busy.length < MAX_CONNECTIONS) busy.push(await ask(transport, '/slow', { isAnswered: false }));
        for (let refused = 0; refused < 2; refused++) await closed(await silent());
        assert.equal(
          busy.some(({ socket }) => socket.destroyed),
          false,
        );
        finish();
        await Promise.all(answers);
        end(busy);
      });
    });
  }

  it('sends GOAWAY with the last stream to an evicted HTTP/2 client', async () => {
    const raw = await openRawSession(listener);
    raw.send(request(1));
    await raw.answer(1);
    const busy = [];
    while (busy.length < MAX_CONNECTIONS) busy.push(await ask('HTTP/2', '/slow', { isAnswered: false }));
    assert.deepEqual([...(await raw.next('goAway')).payload], [0, 0, 0, 1, 0, 0, 0, 0]);
    await raw.ended;
    finish();
    await Promise.all(answers);
    end(busy);
  });

  it('delivers sent data on an idle connection that it evicts', async () => {
    const server = createServer({ cert: certificates.serving.certPem, key: certificates.serving.keyPem });
    const use = limitConnections(server, { most: 1, onWarning: () => undefined });
    const flow = { end: () => socket.destroySoon(), taken: () => undefined };
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const accepted = once(server, 'secureConnection');
    const client = connectSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false });
    const [socket] = (await accepted) as [TLSSocket];
    use.busy(socket, flow);
    let sent = 0;
    for (; socket.writableLength === 0; sent += 100_000) {
      socket.write(Buffer.alloc(100_000));
      await new Promise((resolve) => setImmediate(resolve));
    }
    use.idle(socket);
    const other = await silent(port);
    let received = 0;
    client.on('data', (part: Buffer) => {
      received += part.length;
    });
    await once(client, 'close');
    other.destroy();
    server.close();
    assert.equal(received, sent);
  });

  it('keeps the limit against hundreds of silent connections, and reports once', async () => {
    const asking = await ask('HTTP/1.1', '/');
    const flood = await Promise.all(Array.from({ length: 200 }, () => silent()));
    while (flood.filter(({ closed: isClosed }) => !isClosed).length >= MAX_CONNECTIONS) await pause(1);
    assert.ok(await works(asking));
    assert.deepEqual(
      troubles.map(({ message }) => message),
      [`all ${MAX_CONNECTIONS} connections are in use`],
    );
    end([asking]);
    for (const socket of flood) socket.destroy();
  });

  describe('with 200 slots', function () {
    // Hundreds of handshakes are slow on a loaded machine.
    this.timeout(60_000);
    const PLACES = 200;
    beforeEach(async () => {
      await listener.close(0);
      listener = await listen({ ...options, maxConnections: PLACES });
    });

    /** Makes an anonymous request, and does not read the response. */
    const stalls: Readonly<Record<TransportName, () => Promise<Socket>>> = {
      async 'HTTP/2'() {
        const beginning = [PREFACE, settingsFrame([[SETTING.initialWindow, 0]])];
        const raw = await openRawSession({ port: listener.port, beginning });
        raw.send(request(1));
        await raw.next('headers', 1);
        return raw.socket;
      },
      async 'HTTP/1.1'() {
        const socket = connectSecurely({ port: listener.port, host: '127.0.0.1', rejectUnauthorized: false });
        socket.on('error', () => undefined);
        await once(socket, 'secureConnect');
        socket.write('GET /large HTTP/1.1\r\nhost: test\r\n\r\n');
        await once(socket, 'readable');
        return socket;
      },
    };
    for (const transport of TRANSPORTS) {
      it(`serves authenticated clients while as many anonymous clients do not read over ${transport}`, async () => {
        const stalled: Socket[] = [];
        while (stalled.length < PLACES) stalled.push(await stalls[transport]());
        const connection = await ask(transport, '/');
        assert.ok(await works(connection));
        end([connection]);
        for (const socket of stalled) socket.destroy();
      });
    }
  });

  it('reports nothing for a port in use', async () => {
    const { port } = listener;
    const onWarning = (error: Error): void => void troubles.push(error);
    await assert.rejects(listen({ ...options, port, onWarning }), { code: 'EADDRINUSE' });
    assert.deepEqual(troubles, []);
  });

  const limits: readonly (readonly [text: string, most: number])[] = [
    ['Max open files            1024                 1048576              files', 921],
    ['Max open files            100                  100                  files', 68],
    ['Max open files            20                   20                   files', 1],
    ['Max open files            unlimited            unlimited            files', Infinity],
    ['', Infinity],
  ];
  for (const [text, most] of limits) {
    it(`is ${most} if the system reports ${JSON.stringify(text.replaceAll(/ +/g, ' '))}`, () => {
      assert.equal(
        possibleConnections(() => text),
        most,
      );
    });
  }
});
