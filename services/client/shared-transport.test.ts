import assert from 'node:assert/strict';
import { sharedTransport } from './shared-transport.js';

describe('sharedTransport', () => {
  it('shares one transport until its last user closes it', async () => {
    const reported: string[] = [];
    let opened = 0;
    const connect = sharedTransport(() => {
      const name = `transport ${++opened}`;
      reported.push(`${name} opened`);
      return {
        async request({ target }) {
          reported.push(`${target} over ${name}`);
          return { status: 200, headers: {}, body: (async function* () {})() };
        },
        close: async () => void reported.push(`${name} closed`),
      };
    });
    const send = (transport: ReturnType<typeof connect>, target: string) =>
      transport.request({ method: 'GET', target, headers: {} });
    const [first, second] = [connect(), connect()];
    await send(first, '/a');
    await first.close();
    await first.close();
    await send(second, '/b');
    await second.close();
    const third = connect();
    await send(third, '/c');
    await third.close();
    assert.deepEqual(reported, [
      'transport 1 opened',
      '/a over transport 1',
      '/b over transport 1',
      'transport 1 closed',
      'transport 2 opened',
      '/c over transport 2',
      'transport 2 closed',
    ]);
  });
});
