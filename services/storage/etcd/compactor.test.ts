import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { CompactedError, type Store } from '../store.js';
import { create, written } from '../conformance/support.js';
import type { Cluster } from './cluster.js';
import { runCompactor } from './compactor.js';
import { openEtcdStore } from './store.js';
import { startEtcd, type TestEtcd } from './testing.js';

describe('the compactor of etcd', function () {
  this.timeout(60_000);
  let etcd: TestEtcd;
  let stores: Store[] = [];
  let errors: unknown[] = [];

  beforeEach(async () => {
    etcd = await startEtcd();
  });

  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await etcd.stop();
    [stores, errors] = [[], []];
  });

  async function open(compactionIntervalMs: number): Promise<Store> {
    const onError = (error: unknown) => errors.push(error);
    const store = await openEtcdStore({ endpoints: etcd.endpoints, prefix: '/p', compactionIntervalMs, onError });
    stores.push(store);
    return store;
  }

  it('compacts once for each interval for any number of stores, at a revision one interval old', async () => {
    const interval = 600;
    const [one] = await Promise.all([open(interval), open(interval), open(interval)]);
    const first = await create(one, '/a', '1');
    written(await one.update('/a', Buffer.from('2'), first));
    const started = Date.now();
    while (Date.now() - started < 8 * interval) {
      const { entry } = await one.get('/a');
      written(await one.update('/a', Buffer.from('more'), entry?.revision ?? 0));
      await delay(20);
    }
    const elapsed = (Date.now() - started) / interval;
    const compactions = await value('etcd_debugging_mvcc_db_compaction_total_duration_milliseconds_count');
    assert.ok(compactions >= 4 && compactions <= elapsed, `${compactions} in ${elapsed} intervals`);
    assert.deepEqual(errors, []);
    await assert.rejects(one.list('/', { revision: first }), CompactedError);
    const recent = await one.currentRevision();
    await delay(interval / 2);
    assert.equal((await one.list('/', { revision: recent })).entries.length, 1, 'the last interval is kept');
  });

  it('continues after the compacting store has closed', async () => {
    const [one, two] = [await open(300), await open(300)];
    const first = await create(one, '/a', '1');
    await delay(400);
    await one.close();
    written(await two.update('/a', Buffer.from('2'), first));
    const deadline = Date.now() + 5000;
    for (;;) {
      const state = await two.list('/', { revision: first }).catch((error: unknown) => error);
      if (state instanceof CompactedError) break;
      assert.ok(Date.now() < deadline, 'no compaction in time');
      await delay(50);
    }
  });

  it('never compacts with an interval of 0', async () => {
    const store = await open(0);
    const first = await create(store, '/a', '1');
    await delay(300);
    assert.equal((await store.list('/', { revision: first })).entries.length, 1);
  });

  it("reports the store's revision, also when another store compacts", async () => {
    const answer = { succeeded: false, revision: 7, ranges: [] };
    const cluster = { call: async () => answer } as unknown as Cluster;
    const stopping = new AbortController();
    const onRevision = ({ revision }: { readonly revision: number }) => stopping.abort(revision);
    await runCompactor({
      cluster,
      onRevision,
      intervalMs: 1,
      signal: stopping.signal,
      onError: (error) => errors.push(error),
    });
    assert.equal(stopping.signal.reason, 7);
    assert.deepEqual(errors, []);
  });

  it('limits the file size under constant rewriting', async () => {
    const store = await open(250);
    const large = Buffer.alloc(50_000, 'x');
    let revision = await create(store, '/a');
    for (let round = 0; round < 600; round++) {
      revision = written(await store.update('/a', large, revision));
      await delay(10);
    }
    const [inAll, size] = [600 * large.length, await value('etcd_mvcc_db_total_size_in_bytes')];
    assert.ok(size < inAll / 3, `${inAll} bytes were written, and the file has ${size}`);
  });

  async function value(metric: string): Promise<number> {
    const line = (await etcd.metrics(0)).split('\n').find((each) => each.startsWith(`${metric} `));
    return Number(line?.split(' ')[1]);
  }
});
