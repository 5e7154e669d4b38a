import assert from 'node:assert/strict';
import type { Transport } from '@pilothouse/client/transport.js';
import { countedTransport } from './counted-transport.js';

describe('a counted transport', () => {
  const seen: unknown[] = [];
  let time = 0;
  const transport: Transport = {
    async request({ target }) {
      time += 250;
      if (target === '/broken') throw new Error('broken');
      return { status: target === '/none' ? 404 : 200, headers: {}, body: (async function* () {})() };
    },
    close: async () => void seen.push('closed'),
  };
  const counted = countedTransport(transport, {
    counts: {
      requested: (...labels) => void seen.push(labels),
      answered: (...labels) => void seen.push(labels),
    },
    host: () => 'api:6443',
    clock: () => time,
  });
  beforeEach(() => void (seen.length = 0));

  for (const [target, code] of [
    ['/', '200'],
    ['/none', '404'],
  ] as const) {
    it(`counts the status ${code} and its duration`, async () => {
      const { status } = await counted.request({ method: 'GET', target, headers: {} });
      assert.equal(String(status), code);
      assert.deepEqual(seen, [
        [code, 'GET', 'api:6443'],
        ['GET', 'api:6443', 0.25],
      ]);
    });
  }

  it('counts a request without a response as an error, which it passes on', async () => {
    await assert.rejects(counted.request({ method: 'POST', target: '/broken', headers: {} }), /broken/);
    assert.deepEqual(seen, [['<error>', 'POST', 'api:6443']]);
  });

  it('closes the transport', async () => {
    await counted.close();
    assert.deepEqual(seen, ['closed']);
  });
});
