import assert from 'node:assert/strict';
import {
  openWorkshop,
  PROTOCOLS,
  sendRequest,
  text,
  until,
  type Answering,
  type Workshop,
} from './servers.test.helper.js';
import type { Transport } from './transport.js';

/** Paths that the server answers at once, with their answers. */
const ANSWERS: Readonly<Record<string, (answer: Answering) => void>> = {
  '/silent': () => undefined,
  '/part': (answer) => void answer.write('x'.repeat(1000)),
  '/large': (answer) => void answer.write('x'.repeat(3_000_000)),
  '/whole': (answer) => void answer.end('done'),
};

/** How far a caller reads a response before it drops it. */
const WAYS: Readonly<Record<string, (body: AsyncIterable<Uint8Array>) => Promise<void>>> = {
  'is never read': async () => undefined,
  'is closed after its first chunk': async (body) => {
    for await (const part of body) if (part.byteLength > 0) return;
  },
  'is dropped after its first chunk': async (body) => {
    await body[Symbol.asyncIterator]().next();
  },
};

describe('an abandoned request', () => {
  let workshop: Workshop;
  let asked: string[];
  before(() => {
    workshop = openWorkshop();
  });
  afterEach(() => workshop.close());

  async function serve(protocol: (typeof PROTOCOLS)[number]): Promise<Transport> {
    asked = [];
    const { url } = await workshop.serve(protocol, ({ url: target = '' }, answer) => {
      asked.push(target);
      ANSWERS[target]?.(answer);
    });
    return workshop.connect(url);
  }

  /** Mocha attributes an unhandled rejection to the running test. A whole exchange therefore follows. */
  async function stillWorks(transport: Transport): Promise<void> {
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(await text((await sendRequest(transport, 'GET', '/whole')).body), 'done');
  }

  for (const protocol of PROTOCOLS) {
    for (const [way, leave] of Object.entries(WAYS)) {
      it(`may be aborted later, when its response ${way}, over ${protocol}`, async () => {
        const transport = await serve(protocol);
        for (const target of ['/part', '/large', '/whole']) {
          const stop = new AbortController();
          await leave((await sendRequest(transport, 'GET', target, { signal: stop.signal })).body);
          stop.abort(new Error(`enough of ${target}`));
          await stillWorks(transport);
        }
      });
    }

    it(`may be aborted before the response, also twice and while its body is sent, over ${protocol}`, async () => {
      const transport = await serve(protocol);
      const stop = new AbortController();
      const outcomes = [undefined, Buffer.alloc(3_000_000)].map((body) =>
        sendRequest(transport, body ? 'POST' : 'GET', '/silent', { signal: stop.signal, ...(body && { body }) }),
      );
      await until(() => asked.length === 2);
      stop.abort(new Error('enough'));
      stop.abort(new Error('more than enough'));
      for (const outcome of outcomes) await assert.rejects(outcome, /^Error: enough$|aborted/);
      await stillWorks(transport);
    });

    it(`may be aborted after its transport or its server has closed, over ${protocol}`, async () => {
      for (const end of ['close', 'crash']) {
        const transport = await serve(protocol);
        const stop = new AbortController();
        await sendRequest(transport, 'GET', '/part', { signal: stop.signal });
        if (end === 'close') await transport.close();
        else await workshop.close();
        stop.abort(new Error('enough'));
        await stillWorks(await serve(protocol));
      }
    });
  }
});
