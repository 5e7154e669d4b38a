import { spawnSync } from 'node:child_process';
import { storeConformance } from '../conformance.js';
import { openEtcdStore } from './store.js';
import { startEtcd, type TestEtcd } from './testing.js';
import { provesProgress } from './versions.js';

const { ETCD = 'etcd', ETCD_NEW } = process.env;

conformance(ETCD);
if (ETCD_NEW !== undefined) conformance(ETCD_NEW);
else
  describe('a newer etcd', () =>
    it.skip('needs ETCD_NEW: an etcd with reliable progress notifications (3.5.8 or later)'));

function conformance(program: string): void {
  const version = versionOf(program);
  describe(`etcd ${version}`, () => {
    let etcd: TestEtcd;
    let stores = 0;

    before(async function () {
      this.timeout(30_000);
      etcd = await startEtcd({ program });
    });

    after(() => etcd?.stop());

    const open = (prefix: string) => openEtcdStore({ endpoints: etcd.endpoints, prefix, revisionTimeoutMs: 300 });

    storeConformance('etcd', {
      capabilities: {
        durable: true,
        keyBytes: 10_000,
        ttlLateness: 6,
        deadlineMs: 5000,
        provesProgress: provesProgress(version),
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

function versionOf(program: string): string {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return /^etcd Version: (\S+)/.exec(stdout ?? '')?.[1] ?? 'that is missing';
}
