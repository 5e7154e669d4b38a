import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { configMaps } from '@pilothouse/client/core.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { asker, statusOf, type Ask } from './support/ask.js';
import { eventually } from './support/eventually.js';
import { describeWith } from './support/needs.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { startServer, WORKERS, type Server } from './support/server.js';
import { readyWorkers } from './support/workers.js';

const COLLECTION = '/api/v1/namespaces/default/configmaps';
/** Milliseconds within which a client gets an error during an outage, and is served again after it. */
const SOON = 15_000;
/** Warnings of the server during an outage: failed requests, and controllers that cannot renew their Lease. */
const OUTAGE = /"controller":"leader-election".*"msg":"controller failed"|"the store is unavailable"/;

describeWith(['ETCD'], 'while etcd does not answer', () => {
  let storage: TestStorage;
  let server: Server;
  let transport: Transport;
  let ask: Ask;
  before(async () => {
    storage = await createTestStorage('etcd');
    server = await startServer(storage.flags);
    transport = httpsTransport(server.connection);
    ask = asker(transport);
    // A worker that is still starting reports an outage otherwise.
    await eventually(async () => (await readyWorkers(server)) === WORKERS);
    // The only controller write that the watches below would see.
    await eventually(async () => (await ask('GET', `${COLLECTION}/kube-root-ca.crt`)).status === 200);
  });
  after(async () => {
    try {
      await transport.close();
      await server.stop(OUTAGE);
    } finally {
      await storage.remove();
    }
  });

  const outages = [
    ['it is gone', () => storage.etcd?.kill(0), () => storage.etcd?.restart(0)],
    ['it hangs', () => storage.etcd?.kill(0, 'SIGSTOP'), () => storage.etcd?.kill(0, 'SIGCONT')],
  ] as const;
  for (const [index, [name, stopEtcd, startEtcd]] of outages.entries()) {
    it(`clients get an error soon, and are served again after it: ${name}`, async () => {
      const maps = server.client.of(configMaps).namespace('default');
      const watch = maps.watch({ resourceVersion: (await maps.list()).resourceVersion })[Symbol.asyncIterator]();
      const event = watch.next();
      await stopEtcd();
      const began = performance.now();
      const body = JSON.stringify({ metadata: { name: `lost-${index}` } });
      const answers = await Promise.all([
        ask('GET', COLLECTION),
        ask('GET', `${COLLECTION}/x`),
        ask('GET', `${COLLECTION}?watch=1`),
        ask('POST', COLLECTION, { body }),
        ask('DELETE', `${COLLECTION}/x`),
      ]);
      for (const answer of answers) {
        const { code, reason } = statusOf(answer);
        assert.ok(['503 ServiceUnavailable', '504 Timeout'].includes(`${code} ${reason}`), answer.text);
      }
      // Requests that do not need the store still succeed.
      assert.equal((await ask('GET', '/version')).status, 200);
      const ready = await transport.request({ method: 'GET', target: '/readyz', headers: {} });
      assert.equal(ready.status, 500);
      assert.match(Buffer.from(await collect(ready.body)).toString(), /^\[-\]etcd failed/m);
      assert.ok(performance.now() - began < SOON);

      await startEtcd();
      const back = performance.now();
      while ((await ask('GET', COLLECTION)).status !== 200) {
        assert.ok(performance.now() - back < SOON, 'not back');
        await pause(50);
      }
      const created = await maps.create({ metadata: { name: `back-${index}` } });
      // The write with unknown outcome may have been stored.
      const names = [`back-${index}`, `lost-${index}`];
      const { value } = await event;
      assert.ok(value?.type === 'ADDED' && names.includes(value.object.metadata.name ?? ''), JSON.stringify(value));
      assert.ok(Number(value.object.metadata.resourceVersion) <= Number(created.metadata.resourceVersion));
      await watch.return?.(undefined);
    });
  }
});
