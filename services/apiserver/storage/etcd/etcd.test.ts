import { storeConformance } from '../conformance.js';
import { openEtcdStore } from './store.js';
import { startEtcd, type TestEtcd } from './testing.js';

const { ETCD_NEW } = process.env;

conformance('etcd 3.4', undefined, false);
if (ETCD_NEW !== undefined) conformance('a newer etcd', ETCD_NEW, true);
else describe('a newer etcd', () => it.skip('needs ETCD_NEW to name an etcd that proves progress, as 3.5.8 does'));

function conformance(name: string, program: string | undefined, provesProgress: boolean): void {
  describe(name, () => {
    let etcd: TestEtcd;
    let stores = 0;

    before(async function () {
      this.timeout(30_000);
      etcd = await startEtcd({ program });
    });

    after(() => etcd?.stop());

    const open = (prefix: string) => openEtcdStore({ endpoints: etcd.endpoints, prefix, patienceMs: 300 });

    storeConformance(name, {
      capabilities: {
        durable: true,
        keyBytes: 10_000,
        ttlLateness: 6,
        deadlineMs: 5000,
        provesProgress,
        lingerMs: 15_000,
      },
      open: () => open(`/store-${++stores}`),
      async reopen(store) {
        await store.close();
        return open(`/store-${stores}`);
      },
      dispose: (store) => store.close(),
      outage: { down: () => etcd.kill(0), up: () => etcd.restart(0) },
    });
  });
}
