import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectPlain, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { ensureCertificates, type Certificates } from '@pilothouse/runtime/certificates/ensure.js';
import { textResponse } from '../request/response.js';
import { possibleConnections } from './connection-limit.js';
import { listen, type Listener, type ListenerOptions } from './listener.js';

const REQUEST = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: test\r\n\r\n`;
const MOST = 4;

describe('a bound on connections', () => {
  let certificates: Certificates;
  let options: ListenerOptions;
  let listener: Listener;
  let troubles: Error[];
  let finish: () => void;
  before(async () => {
    certificates = await ensureCertificates({ hosts: ['127.0.0.1'], now: new Date() });
  });
  beforeEach(async () => {
    troubles = [];
    const finished = new Promise<void>((resolve) => (finish = resolve));
    options = {
      host: '127.0.0.1',
      port: 0,
      certificate: () => certificates.serving,
      clientAuthorities: () => ({ users: [], proxies: [] }),
      requestTimeout: 60_000,
      maxConnections: MOST,
      onTrouble: (error) => void troubles.push(error),
      async handler({ path }) {
        if (path === '/slow') await finished;
        return textResponse(200, 'text/plain', 'done');
      },
    };
    listener = await listen(options);
  });
  afterEach(async () => {
    finish();
    await listener.close(0);
  });

  /** One that speaks TLS, and has asked for something. */
  async function ask(path: string, isAnswered = true): Promise<TLSSocket> {
    const socket = connect({ port: listener.port, host: '127.0.0.1', ca: certificates.ca.certPem });
    socket.on('error', () => undefined);
    await once(socket, 'secureConnect');
    socket.write(REQUEST(path));
    if (isAnswered) await once(socket, 'data');
    socket.resume();
    return socket;
  }

  /** One that says nothing. */
  async function silent(): Promise<Socket> {
    const socket = connectPlain({ port: listener.port, host: '127.0.0.1' });
    socket.on('error', () => undefined).resume();
    await once(socket, 'connect');
    return socket;
  }

  const closed = async (socket: Socket): Promise<void> => {
    if (!socket.closed) await once(socket, 'close');
  };
  /** Whether a connection still carries requests. */
  const works = async (socket: Socket): Promise<boolean> => {
    if (socket.destroyed) return false;
    socket.write(REQUEST('/'));
    await once(socket, 'data');
    return true;
  };

  it('closes those first that have never asked anything, the oldest first', async () => {
    const idle = await ask('/');
    const quiet = [await silent(), await silent(), await silent()];
    const [first, second, third] = quiet;
    assert.ok(first && second && third);
    const next = await ask('/');
    await closed(first);
    const last = await ask('/');
    await closed(second);
    assert.equal(third.destroyed, false);
    for (const socket of [idle, next, last]) assert.ok(await works(socket));
    for (const socket of [idle, next, last, third]) socket.destroy();
  });

  it('then closes those that have nothing to wait for, the longest idle first', async () => {
    const [first, second] = [await ask('/'), await ask('/')];
    const busy = [await ask('/slow', false), await ask('/slow', false)];
    assert.ok(await works(first));
    const next = await ask('/');
    await closed(second);
    assert.ok(await works(first));
    finish();
    await Promise.all(busy.map((socket) => once(socket, 'data')));
    for (const socket of [...busy, first, next]) socket.destroy();
  });

  it('closes nobody who waits for an answer, but the newcomer', async () => {
    const busy: TLSSocket[] = [];
    while (busy.length < MOST) busy.push(await ask('/slow', false));
    // What is written is read by the time that another one is refused.
    for (let refused = 0; refused < 2; refused++) await closed(await silent());
    assert.equal(
      busy.some(({ destroyed }) => destroyed),
      false,
    );
    finish();
    await Promise.all(busy.map((socket) => once(socket, 'data')));
    for (const socket of busy) socket.destroy();
  });

  it('keeps its bound against hundreds that say nothing, of which it tells once', async () => {
    const asking = await ask('/');
    const flood = await Promise.all(Array.from({ length: 200 }, silent));
    while (flood.filter(({ closed: isClosed }) => !isClosed).length >= MOST) await pause(1);
    assert.ok(await works(asking));
    assert.deepEqual(
      troubles.map(({ message }) => message),
      [`there are ${MOST} connections, and may be no more`],
    );
    for (const socket of [asking, ...flood]) socket.destroy();
  });

  it('has nothing to tell of a port that is taken', async () => {
    const { port } = listener;
    const onTrouble = (error: Error): void => void troubles.push(error);
    await assert.rejects(listen({ ...options, port, onTrouble }), { code: 'EADDRINUSE' });
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
    it(`is ${most} where the system says ${JSON.stringify(text.replaceAll(/ +/g, ' '))}`, () => {
      assert.equal(
        possibleConnections(() => text),
        most,
      );
    });
  }
});
