import assert from 'node:assert/strict';
import { ask, openWorkshop, PROTOCOLS, text, until, type Answering, type Workshop } from './servers.test.helper.js';
import type { Transport } from './transport.js';

/** Paths, by what the server answers at once. */
const ANSWERS: Readonly<Record<string, (answer: Answering) => void>> = {
  '/silent': () => undefined,
  '/part': (answer) => void answer.write('x'.repeat(1000)),
  '/large': (answer) => void answer.write('x'.repeat(3_000_000)),
  '/whole': (answer) => void answer.end('done'),
};

/** How far somebody goes with an answer before he forgets it. */
const WAYS: Readonly<Record<string, (body: AsyncIterable<Uint8Array>) => Promise<void>>> = {
  'is never read': async () => undefined,
  'is left after its first part': async (body) => {
    for await (const part of body) if (part.byteLength > 0) return;
  },
  'is left lying after its first part': async (body) => {
    await body[Symbol.asyncIterator]().next();
  },
};

describe('a request that is abandoned', () => {
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

  /** Mocha takes what nobody catches for the failure of the test that runs: hence a whole exchange behind it. */
  async function stillWorks(transport: Transport): Promise<void> {
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(await text((await ask(transport, 'GET', '/whole')).body), 'done');
  }

  for (const protocol of PROTOCOLS) {
    for (const [way, leave] of Object.entries(WAYS)) {
      it(`and whose answer ${way} may be given up later, over ${protocol}`, async () => {
        const transport = await serve(protocol);
        for (const target of ['/part', '/large', '/whole']) {
          const stop = new AbortController();
          await leave((await ask(transport, 'GET', target, { signal: stop.signal })).body);
          stop.abort(new Error(`enough of ${target}`));
          await stillWorks(transport);
        }
      });
    }

    it(`before it was answered may be given up, also twice and with a body on its way, over ${protocol}`, async () => {
      const transport = await serve(protocol);
      const stop = new AbortController();
      const outcomes = [undefined, Buffer.alloc(3_000_000)].map((body) =>
        ask(transport, body ? 'POST' : 'GET', '/silent', { signal: stop.signal, ...(body && { body }) }),
      );
      await until(() => asked.length === 2);
      stop.abort(new Error('enough'));
      stop.abort(new Error('more than enough'));
      for (const outcome of outcomes) await assert.rejects(outcome, /^Error: enough$|aborted/);
      await stillWorks(transport);
    });

    it(`may be given up after its transport was closed, or its server gone, over ${protocol}`, async () => {
      for (const end of ['close', 'crash']) {
        const transport = await serve(protocol);
        const stop = new AbortController();
        await ask(transport, 'GET', '/part', { signal: stop.signal });
        if (end === 'close') await transport.close();
        else await workshop.close();
        stop.abort(new Error('enough'));
        await stillWorks(await serve(protocol));
      }
    });
  }
});
