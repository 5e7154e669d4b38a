import assert from 'node:assert/strict';
import { scriptedTransport } from '@pilothouse/client/scripted-transport.test.helper.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { fencedTransport } from './fenced-transport.js';

describe('a transport of leaders', () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    it(`lets ${method} through while the lease is held, and not a moment longer`, async () => {
      const server = scriptedTransport([{ status: 200, body: {} }]);
      let isHeld = true;
      const transport = fencedTransport(server, () => isHeld);
      const request = { method, target: '/x', headers: {} };
      assert.equal((await transport.request(request)).status, 200);
      isHeld = false;
      await assert.rejects(transport.request(request), /the lease has run out/);
      assert.deepEqual(server.log, [`${method} /x`]);
    });
  }

  it('asks once more when a request is sent, which may have waited for a token', async () => {
    const server = scriptedTransport([]);
    let isHeld = true;
    const waiting: Transport = {
      ...server,
      request: async (request) => {
        isHeld = false;
        request.beforeSending?.();
        return server.request(request);
      },
    };
    const sent = fencedTransport(waiting, () => isHeld).request({ method: 'PUT', target: '/x', headers: {} });
    await assert.rejects(sent, /the lease has run out/);
    assert.deepEqual(server.log, []);
  });

  it('lets reads through', async () => {
    const server = scriptedTransport([{ status: 200, body: {} }]);
    const transport = fencedTransport(server, () => false);
    assert.equal((await transport.request({ method: 'GET', target: '/x', headers: {} })).status, 200);
  });
});
