import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { createClient } from '@pilothouse/client/client.js';
import { configMaps } from '@pilothouse/client/core.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { startServer, type Server } from './support/server.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';

const CLIENTS = 3;
const ROUNDS = 200;

describe('--goaway-chance', () => {
  let storage: TestStorage;
  let server: Server;
  before(async () => {
    storage = await createTestStorage('embedded');
    server = await startServer([...storage.flags, '--goaway-chance=0.02']);
  });
  after(async () => {
    await server.crash();
    await storage.remove();
  });

  it('makes clients connect again, without a failed request or a missed event', async () => {
    let connections = 0;
    // Stands for a load balancer: it sees each connection.
    const balancer = createServer((near) => {
      connections += 1;
      const far = connect(server.port, '127.0.0.1');
      near.on('error', () => far.destroy()).pipe(far);
      far.on('error', () => near.destroy()).pipe(near);
    }).listen(0, '127.0.0.1');
    await once(balancer, 'listening');
    const url = `https://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
    const client = () =>
      createClient({ transport: httpsTransport({ ...server.connection, url }), userAgent: 'goaway-test' });

    const watching = client();
    const seen = new Set<string>();
    const all = CLIENTS * ROUNDS;
    const watched = (async () => {
      const maps = watching.of(configMaps).namespace('default');
      const { resourceVersion } = await maps.list();
      for await (const { type, object } of maps.watch({ resourceVersion })) {
        if (type === 'ADDED') seen.add(object.metadata.name ?? '');
        if (seen.size === all) return;
      }
      assert.fail('the watch ended with a GOAWAY');
    })();
    const write = async (writer: number): Promise<void> => {
      const own = client();
      const maps = own.of(configMaps).namespace('default');
      for (let count = 0; count < ROUNDS; count += 1) {
        const name = `map-${writer}-${count}`;
        await Promise.all([maps.create({ metadata: { name } }), maps.list({ limit: 1 })]);
      }
      await own.close();
    };
    await Promise.all([watched, ...Array.from({ length: CLIENTS }, (_, writer) => write(writer))]);
    await watching.close();
    balancer.close();
    // 1,200 responses and more: the chance that none is followed by a GOAWAY is below one in ten billion.
    assert.ok(connections > CLIENTS + 1, `${connections} connections`);
  }).timeout(120_000);
});
