import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { ensureCertificates, type Certificates } from '@pilothouse/runtime/certificates/ensure.js';
import { headerLines } from '../request/header-lines.js';
import { textResponse, type Body } from '../request/response.js';
import { listen, type Listener, type ListenerOptions } from './listener.js';

describe('the listener', () => {
  let serving: Certificates['serving'];
  before(async () => {
    ({ serving } = await ensureCertificates({ hosts: ['127.0.0.1'], now: new Date() }));
  });
  const start = (options: Partial<ListenerOptions> = {}): Promise<Listener> =>
    listen({
      host: '127.0.0.1',
      port: 0,
      certificate: () => serving,
      clientAuthorities: () => ({ users: [], proxies: [] }),
      requestTimeout: 5_000,
      handler: async () => textResponse(200, 'text/plain', 'done'),
      ...options,
    });
  const open = async ({ port }: Listener): Promise<TLSSocket> => {
    const socket = connect({ host: '127.0.0.1', port, ca: serving.certPem, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    return socket;
  };
  const REQUEST = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
  const ask = async (socket: TLSSocket, request = REQUEST): Promise<string> => {
    socket.write(request);
    return String(((await once(socket, 'data')) as [Buffer])[0]);
  };

  it('hears every line of a head, also those that a proxy puts behind thousands of its client', async () => {
    const listener = await start({
      async handler(context) {
        const lines = headerLines(context.request, 'impersonate-');
        return textResponse(200, 'text/plain', JSON.stringify([...lines, context.header('x-last')]));
      },
    });
    const socket = await open(listener);
    const junk = Array.from({ length: 5_000 }, (_, index) => `${index.toString(36)}:\r\n`);
    const head = `GET / HTTP/1.1\r\nhost: x\r\n${junk.join('')}impersonate-user: bob\r\nx-last: yes\r\n\r\n`;
    const answer = await ask(socket, head);
    socket.destroy();
    await listener.close(0);
    assert.match(answer, /\[\["impersonate-user","bob"\],"yes"\]$/);
  });

  const answers: readonly (readonly [what: string, body: Body, order: readonly string[]])[] = [
    ['holds small answers back until the turn is over', [Buffer.from('done')], ['turn', 'written']],
    ['writes large answers as they come', [Buffer.alloc(100_000)], ['written', 'turn']],
  ];
  for (const [what, body, wanted] of answers) {
    it(what, async () => {
      const order: string[] = [];
      const listener = await start({
        async handler() {
          setImmediate(() => order.push('turn'));
          return {
            headers: {},
            body,
            get status() {
              order.push('written');
              return 200;
            },
          };
        },
      });
      const socket = await open(listener);
      await ask(socket);
      socket.destroy();
      await listener.close(0);
      assert.deepEqual(order, wanted);
    });
  }

  it('has clients give up their connections before it ends, and still takes new ones', async () => {
    let isEnding = false;
    const listener = await start({ isEnding: () => isEnding });
    const socket = await open(listener);
    assert.match(await ask(socket), /\r\nConnection: keep-alive\r\n/i);
    isEnding = true;
    const ended = once(socket, 'end');
    assert.match(await ask(socket), /^HTTP\/1.1 200 [^]*\r\nConnection: close\r\n/i);
    await ended;
    const other = await open(listener);
    assert.match(await ask(other), /^HTTP\/1.1 200 [^]*\r\nConnection: close\r\n/i);
    await listener.close(0);
  });

  it('answers what has been sent when it is closed', async () => {
    const listener = await start();
    const socket = await open(listener);
    await ask(socket);
    const answer = ask(socket);
    const closed = listener.close(1000);
    assert.match(await answer, /^HTTP\/1.1 200 [^]*\r\nConnection: close\r\n/i);
    await closed;
  });

  it('sends watches elsewhere that have no answer yet when it is closed', async () => {
    let hear: () => void = () => undefined;
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    let reason: unknown;
    const listener = await start({
      async handler({ signal }) {
        hear();
        await once(signal, 'abort');
        reason = signal.reason;
        return textResponse(503, 'text/plain', '');
      },
    });
    const socket = await open(listener);
    const answer = ask(socket, 'GET /api/v1/configmaps?watch=1 HTTP/1.1\r\nhost: x\r\n\r\n');
    await heard;
    await Promise.all([listener.close(1000), answer]);
    assert.ok(reason instanceof StatusError);
    assert.deepEqual([reason.code, reason.details], [503, { retryAfterSeconds: 1 }]);
  });
});
