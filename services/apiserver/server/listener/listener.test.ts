import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Certificates } from '@pilothouse/runtime/certificates/ensure.js';
import { ensureCertificates } from '@pilothouse/runtime/certificates/ensure.test.helper.js';
import { LARGEST } from '@pilothouse/http2/protocol/frames.js';
import { headerLines } from '../../request/header-lines.js';
import { lengthOf, textResponse, type Body } from '../../request/response.js';
import { openConnection, TRANSPORTS, type TestConnection, type TransportName } from './connection.test.helper.js';
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
      areWaiting: () => false,
      handler: async () => textResponse(200, 'text/plain', 'done'),
      ...options,
    });
  const open = (transport: TransportName, { port }: Listener): Promise<TestConnection> =>
    openConnection(transport, { port, ca: serving.certPem, rejectUnauthorized: false });

  const targets = [
    ['/api/v1?a=/b', '/api/v1?a=/b'],
    ['http://localhost/api/v1?a=b', '/api/v1?a=b'],
    ['HTTPS://LocalHost:443//api', '//api'],
    ['https://localhost?a=b', '/?a=b'],
    ['https://localhost', '/'],
    ['*', '*'],
  ] as const;
  for (const [target, wanted] of targets) {
    it(`reads ${target} as ${wanted} over HTTP/1.1`, async () => {
      const handler: ListenerOptions['handler'] = async ({ request }) =>
        textResponse(200, 'text/plain', request.target);
      const listener = await start({ handler });
      const { ask, socket } = await open('HTTP/1.1', listener);
      const { text } = await ask(target, { headers: { host: 'localhost' } });
      socket.destroy();
      await listener.close(0);
      assert.equal(text, wanted);
    });
  }

  for (const transport of TRANSPORTS) {
    describe(`over ${transport}`, () => {
      it('reads all header lines, including those that a proxy appends after a thousand lines of the client', async () => {
        const listener = await start({
          async handler(context) {
            const lines = headerLines(context.request, 'impersonate-');
            const last = [context.header('x-last'), context.header('host')];
            return textResponse(200, 'text/plain', JSON.stringify([...lines, ...last]));
          },
        });
        const { ask, socket } = await open(transport, listener);
        const junk = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`x${index.toString(36)}`, '']));
        const headers = { ...junk, 'impersonate-group': ['b', 'a', 'b'], 'x-last': 'yes', host: 'test' };
        const { text } = await ask('/', { headers });
        socket.destroy();
        await listener.close(0);
        const groups = ['b', 'a', 'b'].map((group) => ['impersonate-group', group]);
        assert.deepEqual(JSON.parse(text), [...groups, 'yes', 'test']);
      });

      for (const [path, isPatient] of [
        ['/api/v1/namespaces/a/pods/b/log', true],
        ['/api/v1/namespaces/a/pods', false],
      ] as const) {
        it(`${isPatient ? 'waits' : 'does not wait'} for a client that reads ${path} late`, async () => {
          async function* body(): AsyncGenerator<Uint8Array> {
            for (let part = 0; part < 300; part += 1) yield Buffer.alloc(64 * 1024);
          }
          const handler = async () => ({ status: 200, headers: {}, body: body() });
          const listener = await start({ requestTimeout: 200, handler });
          const { open: openBody, socket } = await open(transport, listener);
          const received = await openBody(path);
          socket.pause();
          await new Promise((resolve) => setTimeout(resolve, 1_000));
          socket.resume();
          let length = 0;
          const read = async (): Promise<number> => {
            for await (const chunk of received) length += chunk.length;
            return length;
          };
          if (isPatient) assert.equal(await read(), 300 * 64 * 1024);
          else await assert.rejects(read());
          socket.destroy();
          await listener.close(0);
        }).timeout(20_000);
      }

      const answers: readonly (readonly [what: string, body: Body, order: readonly string[]])[] = [
        ['holds small responses until the end of the event loop turn', [Buffer.from('done')], ['turn', 'written']],
        ['writes large responses immediately', [Buffer.alloc(100_000)], ['written', 'turn']],
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
          const { ask, socket } = await open(transport, listener);
          const { text } = await ask('/');
          socket.destroy();
          await listener.close(0);
          assert.deepEqual([order, text.length], [wanted, lengthOf(body as Uint8Array[])]);
        });
      }

      it('answers HEAD without a body, and serves the next request', async () => {
        let isDropped = false;
        const endless: AsyncIterableIterator<Uint8Array> = {
          [Symbol.asyncIterator]: () => endless,
          next: async () => ({ done: false, value: Buffer.from('x') }),
          async return() {
            isDropped = true;
            return { done: true, value: undefined };
          },
        };
        const listener = await start({
          handler: async ({ path }) =>
            path === '/endless' && transport === 'HTTP/2'
              ? { status: 200, headers: {}, body: endless }
              : textResponse(200, 'text/plain', 'done'),
        });
        const { ask, socket } = await open(transport, listener);
        assert.deepEqual([(await ask('/', { method: 'HEAD' })).text, (await ask('/')).text], ['', 'done']);
        assert.equal((await ask('/endless', { method: 'HEAD' })).status, 200);
        assert.equal(isDropped, transport === 'HTTP/2');
        socket.destroy();
        await listener.close(0);
      });

      it('sends no connection headers over HTTP/2', async () => {
        const headers = { connection: 'close' };
        const listener = await start({ handler: async () => ({ status: 200, headers, body: [Buffer.from('done')] }) });
        const { ask } = await open(transport, listener);
        const answer = await ask('/');
        await listener.close(0);
        const wanted = transport === 'HTTP/2' ? undefined : 'close';
        assert.deepEqual([answer.text, answer.headers['connection']], ['done', wanted]);
      });

      it('sends a stream while the body of the request is not read', async () => {
        const received = new EventEmitter();
        async function* body(): AsyncGenerator<Uint8Array> {
          yield Buffer.from('first');
          await once(received, 'part');
          yield Buffer.from('last');
        }
        const listener = await start({ handler: async () => ({ status: 200, headers: {}, body: body() }) });
        const { open: stream, socket } = await open(transport, listener);
        const parts: string[] = [];
        for await (const part of await stream('/', { method: 'POST', body: 'x'.repeat(8_000_000) })) {
          parts.push(part.toString());
          received.emit('part');
        }
        socket.destroy();
        await listener.close(0);
        assert.deepEqual(parts, ['first', 'last']);
      });

      it('breaks off a response that fails after its beginning was sent', async () => {
        const listener = await start({
          async handler() {
            async function* failing(): AsyncGenerator<Uint8Array> {
              yield await Promise.resolve(Buffer.from('some'));
              throw new Error('the store is unavailable');
            }
            return { status: 200, headers: {}, body: failing() };
          },
        });
        const { ask, socket } = await open(transport, listener);
        await assert.rejects(ask('/'));
        socket.destroy();
        await listener.close(0);
      });

      it('tells clients to close their connections before it ends, and still accepts new ones', async () => {
        let isEnding = false;
        const listener = await start({ isEnding: () => isEnding });
        const first = await open(transport, listener);
        assert.equal((await first.ask('/')).headers['connection'], transport === 'HTTP/2' ? undefined : 'keep-alive');
        isEnding = true;
        const ending = first.session && once(first.session, 'goaway');
        const last = await first.ask('/');
        assert.deepEqual(
          [last.status, last.headers['connection']],
          [200, transport === 'HTTP/2' ? undefined : 'close'],
        );
        const [code, lastStream] = (await ending) ?? [0, LARGEST];
        assert.deepEqual([code, lastStream], [0, LARGEST]);
        await first.ended;
        const other = await open(transport, listener);
        assert.equal((await other.ask('/')).status, 200);
        await listener.close(0);
      });

      it('answers requests that were sent before it is closed', async () => {
        const listener = await start();
        const { ask, ended } = await open(transport, listener);
        await ask('/');
        const answer = ask('/');
        await nextTurn();
        const closed = listener.close(1000);
        assert.equal((await answer).status, 200);
        await Promise.all([closed, ended]);
      });

      it('answers watches that have no response yet with 503 when it is closed', async () => {
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
        const { ask } = await open(transport, listener);
        const answer = ask('/api/v1/configmaps?watch=1');
        await heard;
        const [, { status }] = await Promise.all([listener.close(1000), answer]);
        assert.ok(reason instanceof StatusError);
        assert.deepEqual([status, reason.code, reason.details], [503, 503, { retryAfterSeconds: 1 }]);
      });
    });
  }
});
