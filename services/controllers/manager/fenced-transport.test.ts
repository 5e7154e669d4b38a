import assert from 'node:assert/strict';
import { scriptedTransport } from '@pilothouse/client/scripted-transport.test.helper.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { fencedTransport } from './fenced-transport.js';

describe('fencedTransport', () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    it(`sends ${method} only while the lease is held`, async () => {
      const server = scriptedTransport([{ status: 200, body: {} }]);
      let isHeld = true;
      const transport = fencedTransport(server, () => isHeld);
      const request = { method, target: '/x', headers: {} };
      assert.equal((await transport.request(request)).status, 200);
      isHeld = false;
      await assert.rejects(transport.request(request), /the lease has expired/);
      assert.deepEqual(server.log, [`${method} /x`]);
    });
  }

  it('checks the lease again before a delayed request is sent', async () => {
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
    await assert.rejects(sent, /the lease has expired/);
    assert.deepEqual(server.log, []);
  });

  it('sends reads without the lease', async () => {
    const server = scriptedTransport([{ status: 200, body: {} }]);
    const transport = fencedTransport(server, () => false);
    assert.equal((await transport.request({ method: 'GET', target: '/x', headers: {} })).status, 200);
  });
});
