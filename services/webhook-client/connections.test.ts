import assert from 'node:assert/strict';
import { setMaxListeners } from 'node:events';
import {
  openWorkshop,
  PROTOCOLS,
  text,
  until,
  type Answering,
  type Asked,
  type Listening,
  type ProtocolName,
  type Workshop,
} from '@pilothouse/client/servers.test.helper.js';
import { createConnections, type Connections } from './connections.js';
import type { OutgoingCall } from './outgoing.js';

type Answer = (body: string, answering: Answering, asked: Asked) => void;

for (const protocol of PROTOCOLS) {
  describe(`connections to a webhook by ${protocol}`, () => {
    let workshop: Workshop;
    let listening: Listening;
    let connections: Connections;
    let answer: Answer;
    const { signal } = new AbortController();
    setMaxListeners(0, signal);
    const limits = { maxResponseBytes: 100_000, signal };
    const call = (body: string): OutgoingCall => ({
      authority: 'a',
      target: '/b?c=d',
      headers: { e: 'f' },
      body: Buffer.from(body),
    });
    const bodyOf = async (body: string): Promise<string> =>
      (await connections.call(call(body), limits)).body.toString();

    beforeEach(async () => {
      workshop = openWorkshop();
      answer = (body, answering) => {
        answering.writeHead(200);
        answering.end(body.toUpperCase());
      };
      listening = await serve(protocol);
      const { certPem: caPem } = await workshop.certificate();
      connections = createConnections({ url: listening.url, caPem, http2: true });
    });
    afterEach(async () => {
      connections.close();
      await workshop.close();
    });

    const serve = (name: ProtocolName): Promise<Listening> =>
      workshop.serve(name, (asked, answering) => {
        const read = async (): Promise<void> => answer(await text(asked), answering, asked);
        void read();
      });

    it('are kept', async () => {
      for (let count = 0; count < 5; count++) assert.equal(await bodyOf(`x${count}`), `X${count}`);
      assert.equal(listening.count(), 1);
    });

    it('send the call', async () => {
      let seen: unknown;
      const before = answer;
      answer = (body, answering, asked) => {
        const { method, url, headers } = asked;
        seen = [method, url, headers['host'] ?? headers[':authority'], headers['e'], headers['content-length']];
        before(body, answering, asked);
      };
      await bodyOf('four');
      assert.deepEqual(seen, ['POST', '/b?c=d', 'a', 'f', '4']);
    });

    it('carry many calls at the same time, of any size', async () => {
      const bodies = Array.from({ length: 40 }, (_, index) =>
        String.fromCodePoint(97 + (index % 26)).repeat(index * 2000),
      );
      const found = await Promise.all(bodies.map(bodyOf));
      assert.deepEqual(
        found,
        bodies.map((body) => body.toUpperCase()),
      );
    });

    it('end with a call that is aborted, and not with others', async () => {
      const stop = new AbortController();
      const before = answer;
      answer = (body, answering, asked) => (body === 'hang' ? undefined : before(body, answering, asked));
      const hanging = connections.call(call('hang'), { ...limits, signal: stop.signal });
      await until(() => listening.connections.length === 1);
      const other = bodyOf('x');
      assert.equal(await other, 'X');
      stop.abort(new Error('enough'));
      await assert.rejects(hanging, { message: 'enough' });
      await assert.rejects(connections.call(call('x'), { ...limits, signal: stop.signal }), { message: 'enough' });
      assert.equal(await bodyOf('y'), 'Y');
    });

    it('are opened again after the server has closed them', async () => {
      await bodyOf('x');
      for (const socket of listening.connections) socket.destroy();
      assert.equal(await bodyOf('y'), 'Y');
      assert.equal(listening.count(), 2);
    });

    it('limit the response', async () => {
      await assert.rejects(bodyOf('x'.repeat(100_001)), { message: 'the response has more than 100000 bytes' });
      assert.equal((await bodyOf('x'.repeat(100_000))).length, 100_000);
    });

    if (protocol === 'HTTP/2') {
      it('refuse a response that is shorter than it says, or malformed', async () => {
        answer = (body, answering) => {
          answering.writeHead(200, { 'content-length': '10' });
          answering.end(body);
        };
        await assert.rejects(bodyOf('short'), { message: 'unexpected EOF' });
        answer = (body, answering) => {
          answering.writeHead(200, { 'content-length': 'x' });
          answering.end(body);
        };
        await assert.rejects(bodyOf('text'), { message: /^malformed HTTP response: .*content-length/ });
      });
    }

    it('are closed', async () => {
      await bodyOf('x');
      connections.close();
      await until(() => listening.connections.length === 0);
    });
  });
}
