import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { bytes, create, written } from '../conformance/support.js';
import { createKeyspace } from './keyspace.js';
import { createReads } from './reads.js';
import { openEtcdStore } from './store.js';
import { startEtcd, type TestEtcd } from './testing.js';

describe('batched reads of single keys', function () {
  this.timeout(30_000);
  let etcd: TestEtcd;

  before(async () => {
    etcd = await startEtcd();
  });
  after(() => etcd.stop());

  const open = (prefix: string) => openEtcdStore({ endpoints: etcd.endpoints, prefix });

  it('share a few transactions', async () => {
    const store = await open('/together');
    await Promise.all(Array.from({ length: 200 }, (_, i) => create(store, `/${i}`)));
    const before = await transactions();
    const found = await Promise.all(Array.from({ length: 1000 }, (_, i) => store.get(`/${i % 400}`)));
    const revisions = await Promise.all(Array.from({ length: 100 }, () => store.currentRevision()));
    assert.equal(found.filter(({ entry }) => entry !== undefined).length, 600);
    assert.equal(new Set(revisions).size, 1);
    // 400 keys take at most 4 transactions of 128.
    assert.ok((await transactions()) - before <= 12, `${(await transactions()) - before} transactions`);
    await store.close();
  });

  it('never use a response to a request sent before the read', async () => {
    const [reader, writer] = [await open('/fresh'), await open('/fresh')];
    let revision = await create(writer, '/a', '0');
    const stop = new AbortController();
    const noise = Array.from({ length: 16 }, async () => {
      while (!stop.signal.aborted) await reader.get('/a');
    });
    for (let i = 0; i < 200; i++) {
      revision = written(await writer.update('/a', bytes(`${i}`), revision));
      const { entry } = await reader.get('/a');
      assert.equal(entry?.revision, revision);
      assert.ok((await reader.currentRevision()) >= revision);
    }
    stop.abort();
    await Promise.all(noise);
    await Promise.all([reader.close(), writer.close()]);
  });

  it('wait for the response in flight, but not for long', async () => {
    let calls = 0;
    const call = () => {
      calls++;
      return new Promise<never>(() => {});
    };
    const reads = createReads({ call }, createKeyspace(''));
    void reads.get('/a');
    await delay(20);
    void reads.get('/b');
    await delay(20);
    assert.equal(calls, 1);
    await delay(200);
    assert.equal(calls, 2);
    // A full transaction is sent at once.
    for (let i = 0; i < 128; i++) void reads.get(`/${i}`);
    await delay(1);
    assert.equal(calls, 3);
  });

  async function transactions(): Promise<number> {
    const pattern = /^grpc_server_handled_total\{grpc_code="OK",grpc_method="Txn".*\} (\d+)$/m;
    return Number(pattern.exec(await etcd.metrics(0))?.[1] ?? 0);
  }
});
