import assert from 'node:assert/strict';
import type { StoreHarness } from './harness.js';
import { bytes, collect, create, keysOf, revisionOf, text, useStore, written } from './support.js';

export function joinedConformance(harness: StoreHarness): void {
  describe('joined changes', () => {
    const store = useStore(harness);
    const absent = (key: string, value = 'v') => ({ key, value: bytes(value), expected: undefined });
    const keys = async (): Promise<string[]> => keysOf((await store.current().list('/')).entries);

    it('happen with a creation', async () => {
      const joined = [absent('/b/1', 'one'), absent('/b/2', 'two')];
      const revision = written(await store.current().create('/a', bytes('v'), { joined }));
      const { entries } = await store.current().list('/');
      assert.deepEqual(
        entries.map(({ key, value }) => `${key} ${text(value)}`),
        ['/a v', '/b/1 one', '/b/2 two'],
      );
      for (const entry of entries) assert.ok(entry.revision <= revision);
      assert.equal(await store.current().currentRevision(), revision);
    });

    it('happen with an update and with a deletion', async () => {
      const b = await create(store.current(), '/b');
      const a = await create(store.current(), '/a');
      const joined = [{ key: '/b', value: undefined, expected: b }, absent('/c', 'new')];
      const updated = written(await store.current().update('/a', bytes('v2'), a, { joined }));
      assert.deepEqual(await keys(), ['/a', '/c']);
      const { entry: c } = await store.current().get('/c');
      const rest = [{ key: '/c', value: bytes('newer'), expected: c?.revision }];
      written(await store.current().delete('/a', updated, { joined: rest }));
      assert.deepEqual(await keys(), ['/c']);
      assert.equal(text((await store.current().get('/c')).entry?.value ?? bytes('')), 'newer');
    });

    it('all fail if the precondition of one fails, or that of the write', async () => {
      const b = await create(store.current(), '/b');
      const a = await create(store.current(), '/a');
      const taken = [absent('/c'), absent('/b')];
      assert.deepEqual(await store.current().create('/d', bytes('v'), { joined: taken }), {
        ok: false,
        current: undefined,
      });
      for (const joined of [taken, [{ key: '/b', value: undefined, expected: b + 1000 }]]) {
        const updated = await store.current().update('/a', bytes('x'), a, { joined });
        assert.equal(updated.ok || updated.current?.revision, a);
        const deleted = await store.current().delete('/a', a, { joined });
        assert.equal(deleted.ok || deleted.current?.revision, a);
      }
      const late = await store.current().update('/a', bytes('x'), a - 1, { joined: [absent('/c')] });
      assert.equal(late.ok || late.current?.revision, a);
      assert.deepEqual(await keys(), ['/a', '/b']);
    });

    it('give a key to exactly one of many writers', async () => {
      const results = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          store.current().create(`/a/${index}`, bytes('v'), { joined: [absent('/b')] }),
        ),
      );
      assert.equal(results.filter(({ ok }) => ok).length, 1);
      assert.equal((await keys()).length, 2);
    });

    it('reach watches in order, each once', async () => {
      const first = await create(store.current(), '/x');
      const joined = [absent('/w/1'), absent('/w/2')];
      const created = written(await store.current().create('/w', bytes('v'), { joined }));
      written(await store.current().update('/x', bytes('v2'), first));
      const last = written(await store.current().delete('/w', created));
      const events = await collect(store.current(), '/', first, (seen) =>
        seen.some((each) => revisionOf(each) === last),
      );
      const told = events.map((event) => (event.type === 'put' ? event.entry.key : `-${event.key}`));
      assert.deepEqual(told.slice(0, 1), ['/x']);
      assert.deepEqual(told.slice(1, 4).toSorted(), ['/w', '/w/1', '/w/2']);
      assert.deepEqual(told.slice(4), ['/x', '-/w']);
    });

    it('survive a restart together', async () => {
      if (!harness.capabilities.durable) return;
      written(await store.current().create('/a', bytes('v'), { joined: [absent('/b')] }));
      store.replace(await harness.reopen(store.current()));
      assert.deepEqual(await keys(), ['/a', '/b']);
    });
  });
}
