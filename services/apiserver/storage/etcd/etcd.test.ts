import { storeConformance } from '../conformance.js';
import { openEtcdStore } from './store.js';
import { startEtcd, type TestEtcd } from './testing.js';

describe('etcd', () => {
  let etcd: TestEtcd;
  let stores = 0;

  before(async function () {
    this.timeout(30_000);
    etcd = await startEtcd();
  });

  after(() => etcd?.stop());

  const open = (prefix: string) => openEtcdStore({ endpoints: etcd.endpoints, prefix });

  storeConformance('etcd', {
    capabilities: { durable: true, keyBytes: 10_000, ttlLateness: 6, deadlineMs: 5000, lingerMs: 15_000 },
    open: () => open(`/store-${++stores}`),
    async reopen(store) {
      await store.close();
      return open(`/store-${stores}`);
    },
    dispose: (store) => store.close(),
    outage: { down: () => etcd.kill(0), up: () => etcd.restart(0) },
  });
});
