import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import * as fc from 'fast-check';
import { bytes, collect, text } from '../conformance/support.js';
import { StoreUnavailableError, type Revision, type Store, type WriteResult } from '../store.js';
import { createCluster, type Cluster } from './cluster.js';
import { createEndpoint } from './endpoint.js';
import { createKeyspace } from './keyspace.js';
import type { Change } from './messages.js';
import { createCreationOutcomes } from './creation-outcomes.js';
import { openEtcdStore } from './store.js';
import { startEtcd, type TestEtcd } from './testing.js';
import { createWrites, type Write } from './writes.js';

/** The fate of a write request; `late` is executed after its sender has given up. */
type Fate = 'answered' | 'answer lost' | 'request lost' | 'late';

const KEY = '/a';

describe('a write whose response is lost', function () {
  this.timeout(60_000);
  let etcd: TestEtcd;
  let truth: Store;
  let cluster: Cluster;
  let fates: Fate[];
  let late: (() => Promise<unknown>)[];
  let meanwhile: () => Promise<unknown>;
  let write: Write;
  let closing: AbortController;
  let again: (through: Partial<Cluster>, callTimeoutMs?: number) => Write;

  before(async () => {
    etcd = await startEtcd();
  });
  after(() => etcd.stop());
  beforeEach(async () => {
    const prefix = `/${Math.random()}`;
    truth = await openEtcdStore({ endpoints: etcd.endpoints, prefix });
    [fates, late, meanwhile] = [[], [], async () => {}];
    cluster = createCluster(
      etcd.endpoints.map((address) =>
        createEndpoint({ address, isSecure: false, dialTimeoutMs: 2000, credentials: () => ({}), onError: () => {} }),
      ),
      { dialTimeoutMs: 2000, callTimeoutMs: 5000 },
    );
    write = writesOver({ ...cluster, call: lossy }, prefix);
    again = (through, callTimeoutMs) => writesOver({ ...cluster, call: lossy, ...through }, prefix, callTimeoutMs);
  });
  afterEach(async () => {
    cluster.close();
    await truth.close();
  });

  const lossy: Cluster['call'] = async (kind, rpc, signal) => {
    const fate = kind === 'write' ? (fates.shift() ?? 'answered') : 'answered';
    if (fate === 'late') late.push(() => cluster.call(kind, rpc));
    if (fate === 'answered' || fate === 'answer lost') {
      const answer = await cluster.call(kind, rpc, signal);
      if (fate === 'answered') return answer;
    }
    await meanwhile();
    throw new StoreUnavailableError(fate, true);
  };

  const put = (key: string, value: string): Change => ({ type: 'put', key: keyOf(key), value: bytes(value) });
  const deletion = (key: string): Change => ({ type: 'delete', key: keyOf(key) });
  let keyOf: (key: string) => Buffer;

  function writesOver(through: Cluster, prefix: string, callTimeoutMs = 5000): Write {
    const keyspace = createKeyspace(prefix);
    keyOf = (key) => keyspace.key(key);
    let latest: Revision = 0;
    closing = new AbortController();
    return createWrites({
      source: { cluster: through, keyspace, closing: closing.signal, demand: { revision: 0, watches: new Set() } },
      record: (answer) => {
        latest = Math.max(latest, answer.revision);
        return answer;
      },
      latestRevision: () => latest,
      callTimeoutMs,
    });
  }

  const flush = async () => {
    for (const send of late.splice(0)) await send();
  };
  const revisionOf = (result: WriteResult): Revision => (result.ok ? result.revision : 0);
  const state = async () => {
    const { entry } = await truth.get(KEY);
    return entry && text(entry.value);
  };

  for (const fate of ['answer lost', 'request lost', 'late'] as const) {
    describe(`(${fate})`, () => {
      it('is executed once, and its revision is known', async () => {
        fates = [fate];
        const created = revisionOf(await write(put(KEY, 'one'), 0, {}));
        fates = [fate];
        const updated = revisionOf(await write(put(KEY, 'two'), created, {}));
        assert.deepEqual((await truth.get(KEY)).entry?.revision, updated);
        fates = [fate];
        const deleted = revisionOf(await write(deletion(KEY), updated, {}));
        await flush();
        assert.equal(await state(), undefined);
        const events = await collect(truth, KEY, created, (seen) => seen.length === 3);
        const revisions = events.map((event) => (event.type === 'put' ? event.entry.revision : event.revision));
        assert.deepEqual(revisions, [created, updated, deleted]);
      });

      it('is known also when others have changed the entry since', async () => {
        fates = [fate];
        meanwhile = async () => {
          const { entry } = await truth.get(KEY);
          if (entry !== undefined) await truth.delete(KEY, entry.revision);
          meanwhile = async () => {};
        };
        const created = await write(put(KEY, 'one'), 0, {});
        assert.ok(created.ok);
        await flush();
        assert.equal(await state(), fate === 'answer lost' ? undefined : 'one');
      });

      it('conflicts when another write was first', async () => {
        fates = fate === 'answer lost' ? [] : [fate];
        meanwhile = () => truth.create(KEY, bytes('theirs'));
        if (fate === 'answer lost') await meanwhile();
        const created = await write(put(KEY, 'ours'), 0, {});
        await flush();
        assert.ok(!created.ok && created.current !== undefined);
        assert.equal(text(created.current.value), 'theirs');
        const { revision } = created.current;

        fates = fate === 'answer lost' ? [] : [fate];
        meanwhile = () => truth.update(KEY, bytes('theirs, later'), revision);
        if (fate === 'answer lost') await meanwhile();
        const updated = await write(put(KEY, 'ours'), revision, {});
        await flush();
        assert.ok(!updated.ok);
        assert.equal(await state(), 'theirs, later');
      });
    });
  }

  it('requires its precondition throughout', async () => {
    const precondition = {
      key: '/precondition',
      revision: revisionOf(await truth.create('/precondition', bytes('v'))),
    };
    fates = ['late'];
    meanwhile = () => truth.update('/precondition', bytes('w'), precondition.revision);
    assert.deepEqual(await write(put(KEY, 'v'), 0, { preconditions: [precondition] }), {
      ok: false,
      current: undefined,
    });
    await flush();
    assert.equal(await state(), undefined);
  });

  it('uses no fence that has already moved', async () => {
    const [moved, learned] = [gate(), gate()];
    let holding = false;
    write = again({
      async call(kind, rpc, signal) {
        const answer = await lossy(kind, rpc, signal);
        if (!holding || kind !== 'read') return answer;
        holding = false;
        moved.open();
        await learned.passed;
        return answer;
      },
    });
    assert.ok((await write(put('/known', 'v'), 0, {})).ok);
    holding = true;
    fates = ['request lost', 'answered', 'late'];
    const other = write(put('/lost', 'v'), 0, {});
    await moved.passed;
    meanwhile = async () => void setImmediate(learned.open);
    const created = revisionOf(await write(put(KEY, 'v'), 0, {}));
    assert.ok((await other).ok);
    await truth.delete(KEY, created);
    await flush();
    assert.equal(await state(), undefined);
  });

  it('is known also after a timeout', async () => {
    const callTimeoutMs = 1000;
    write = again({}, callTimeoutMs);
    fates = ['answer lost'];
    meanwhile = () => delay(callTimeoutMs + 100);
    assert.ok((await write(put(KEY, 'v'), 0, {})).ok);
  });

  it('is resolved while the store is closing', async () => {
    const created = revisionOf(await write(put('/before', 'v'), 0, {}));
    fates = ['answer lost', 'answer lost'];
    meanwhile = async () => closing.abort();
    assert.ok((await write(put('/before', 'w'), created, {})).ok);
    assert.ok((await write(put(KEY, 'v'), 0, {})).ok);
  });

  it('is known also after a compaction', async () => {
    const old = revisionOf(await truth.create('/old', bytes('v')));
    const older = revisionOf(await truth.create('/older', bytes('v')));
    await truth.compact(revisionOf(await truth.create('/before', bytes('v'))));
    for (const fate of ['answer lost', 'request lost'] as const) {
      fates = [fate];
      assert.ok((await again({})(put(`/${fate}`, 'v'), 0, {})).ok, fate);
    }
    await write(put('/any', 'v'), 0, {});
    fates = ['answer lost', 'answer lost'];
    assert.ok((await write(put('/old', 'w'), old, {})).ok);
    assert.ok((await write(deletion('/older'), older, {})).ok);
    fates = ['answer lost', 'answer lost'];
    assert.ok(!(await write(put('/old', 'w'), old, {})).ok);
    assert.ok(!(await write(deletion('/older'), older, {})).ok);
  });

  it('is resolved together with all others of an outage', async () => {
    const count = 50;
    let [lost, histories] = [0, 0];
    const all = gate();
    write = again({
      watch(signal, attempt) {
        histories++;
        return cluster.watch(signal, attempt);
      },
    });
    fates = Array.from({ length: count }, (_, at) => (at % 2 === 0 ? 'answer lost' : 'request lost'));
    meanwhile = async () => {
      if (++lost === count) all.open();
      await all.passed;
    };
    const names = fates.map((_, at) => `/many/${at}`);
    const results = await Promise.all(names.map((name) => write(put(name, 'v'), 0, {})));
    const { entries } = await truth.list('/many/');
    assert.deepEqual(new Set(results.map(revisionOf)), new Set(entries.map(({ revision }) => revision)));
    assert.equal(entries.length, count);
    assert.ok(histories <= 5, String(histories));
  });

  it('fails when others keep moving the fence', async () => {
    let revision = 1;
    const keyValues = () => [{ modRevision: revision++ }];
    const call = async () => ({ succeeded: false, revision, ranges: [{ keyValues: [] }, { keyValues: keyValues() }] });
    const restless = again({ call: call as unknown as Cluster['call'] }, 20);
    await assert.rejects(restless(put(KEY, 'v'), 0, {}), { name: 'StoreUnavailableError', outcomeUnknown: false });
  });

  it('reports an unknown outcome while etcd is unreachable', async () => {
    const gone = createWritesOverNothing();
    await assert.rejects(gone(put(KEY, 'v'), 0, {}), { name: 'StoreUnavailableError', outcomeUnknown: true });
  });

  it('fails at its deadline in every state', async () => {
    const [first, second] = [1, 20].map((wait) => ({
      key: KEY,
      value: bytes('v'),
      since: 1,
      deadline: Date.now() + wait,
    }));
    assert.ok(first !== undefined && second !== undefined);
    let fences = 0;
    const outcomeOf = createCreationOutcomes({
      moveFence() {
        fences++;
        return new Promise<never>(() => {});
      },
      history: () => assert.fail('unexpected read'),
    });
    await Promise.all([first, second].map((lost) => assert.rejects(outcomeOf(lost), /still unknown/)));
    assert.equal(fences, 1);
  });

  /** The first call is lost; all others fail. */
  function createWritesOverNothing(): Write {
    let calls = 0;
    const call: Cluster['call'] = async () => {
      throw new StoreUnavailableError('gone', calls++ === 0);
    };
    return writesOver({ ...cluster, call }, '/nothing');
  }

  it('matches its reported result, for any sequence of fates', async () => {
    const fateOf = fc.constantFrom<Fate>('answered', 'answered', 'answer lost', 'request lost', 'late');
    await fc.assert(
      fc.asyncProperty(fc.array(fateOf, { minLength: 30, maxLength: 60 }), async (chosen) => {
        fates = [...chosen];
        const from = (await truth.currentRevision()) + 1;
        const latest = await Promise.all([0, 1, 2].map((writer) => work(writer, 6)));
        const sending = delay(5).then(flush);
        const marked = revisionOf(await truth.create(`/marked/${from}`, bytes('v')));
        await sending;
        const last = revisionOf(await truth.create(`/last/${from}`, bytes('v')));
        assert.ok(marked < last);
        const events = await collect(truth, '/', from, (seen) =>
          seen.some((event) => event.type === 'put' && event.entry.revision === last),
        );
        for (const { value, result } of latest.flat()) {
          const done = events.filter((event) => event.type === 'put' && text(event.entry.value) === value);
          assert.deepEqual(
            done.map((event) => (event.type === 'put' ? event.entry.revision : 0)),
            result.ok ? [result.revision] : [],
            value,
          );
        }
      }),
      { numRuns: 4 },
    );
  });

  /** Creates, replaces and deletes the same entries as others. */
  async function work(writer: number, times: number) {
    const latest: { readonly value: string; readonly result: WriteResult }[] = [];
    for (let count = 0; count < times; count++) {
      const key = `/shared/${count % 2}`;
      const value = `${writer} ${count} ${Math.random()}`;
      const { entry } = await truth.get(key);
      if (entry !== undefined && (writer + count) % 3 === 0) await write(deletion(key), entry.revision, {});
      else latest.push({ value, result: await write(put(key, value), entry?.revision ?? 0, {}) });
      if (count % 3 === 1) await flush();
    }
    return latest;
  }
});

/** Blocks until it is opened. */
function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}
