import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { StoreHarness } from './harness.js';
import type { WriteResult } from '../store.js';
import { bytes, collect, create, eventText, text, useStore, written } from './support.js';

export function writeConformance(harness: StoreHarness): void {
  describe('writes', () => {
    const store = useStore(harness);

    it('creates, reads, updates and deletes', async () => {
      const created = await create(store.current(), '/a', 'one');
      assert.deepEqual(await read('/a'), { value: 'one', revision: created });
      const updated = written(await store.current().update('/a', bytes('two'), created));
      assert.deepEqual(await read('/a'), { value: 'two', revision: updated });
      const deleted = written(await store.current().delete('/a', updated));
      assert.ok(created < updated && updated < deleted);
      assert.equal(await read('/a'), undefined);
      assert.ok((await create(store.current(), '/a', 'three')) > deleted);
    });

    it('uses one revision counter for the whole store', async () => {
      const revisions = [];
      for (const key of ['/a', '/b', '/c']) revisions.push(await create(store.current(), key));
      const first = revisions[0] ?? 0;
      assert.deepEqual(revisions, [first, first + 1, first + 2]);
      assert.equal(await store.current().currentRevision(), first + 2);
      assert.equal((await store.current().get('/none')).revision, first + 2);
    });

    it('answers a conflict with the current entry and changes nothing', async () => {
      const first = await create(store.current(), '/a', 'one');
      const revision = written(await store.current().update('/a', bytes('two'), first));
      const there = { key: '/a', value: 'two', revision };
      assert.deepEqual(lost(await store.current().create('/a', bytes('x'))), there);
      assert.deepEqual(lost(await store.current().update('/a', bytes('x'), first)), there);
      assert.deepEqual(lost(await store.current().delete('/a', first)), there);
      assert.equal(lost(await store.current().update('/none', bytes('x'), first)), undefined);
      assert.equal(lost(await store.current().update('/none', bytes('x'), 0)), undefined);
      assert.equal(lost(await store.current().delete('/none', 0)), undefined);
      assert.equal(await store.current().currentRevision(), revision);
    });

    it('lets exactly one of 50 concurrent writers succeed in each round', async () => {
      let revision = await create(store.current(), '/counter', '0');
      for (let round = 1; round <= 5; round++) {
        const expected = revision;
        const results = await Promise.all(
          Array.from({ length: 50 }, (_, writer) =>
            store.current().update('/counter', bytes(`${round} by ${writer}`), expected),
          ),
        );
        const winner = results.findIndex(({ ok }) => ok);
        assert.equal(results.filter(({ ok }) => ok).length, 1);
        revision = written(results[winner] ?? { ok: false, current: undefined });
        const there = { key: '/counter', value: `${round} by ${winner}`, revision };
        for (const result of results) if (!result.ok) assert.deepEqual(lost(result), there);
      }
    });

    it('loses no update of 20 writers that retry conflicts', async () => {
      await create(store.current(), '/sum', '0');
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          for (let ok = false; !ok;) {
            const { entry } = await store.current().get('/sum');
            assert.ok(entry !== undefined);
            const next = bytes(String(Number(text(entry.value)) + 1));
            ({ ok } = await store.current().update('/sum', next, entry.revision));
          }
        }),
      );
      assert.equal((await read('/sum'))?.value, '20');
    });

    it('lets exactly one of many creations, and of many deletions, succeed', async () => {
      const created = await Promise.all(
        Array.from({ length: 20 }, (_, i) => store.current().create('/one', bytes(`${i}`))),
      );
      assert.equal(created.filter(({ ok }) => ok).length, 1);
      const { entry } = await store.current().get('/one');
      assert.ok(entry !== undefined);
      const deleted = await Promise.all(
        Array.from({ length: 20 }, () => store.current().delete('/one', entry.revision)),
      );
      assert.equal(deleted.filter(({ ok }) => ok).length, 1);
    });

    it('creates only if its precondition holds', async () => {
      const preconditions = () => [{ key: '/precondition', revision }];
      let revision = await create(store.current(), '/precondition', 'one');
      const [first, second] = await Promise.all(
        ['/a', '/b'].map((key) => store.current().create(key, bytes('v'), { preconditions: preconditions() })),
      );
      assert.ok(first?.ok === true && second?.ok === true);

      const old = preconditions();
      revision = written(await store.current().update('/precondition', bytes('two'), revision));
      assert.equal(lost(await store.current().create('/c', bytes('x'), { preconditions: old })), undefined);
      const taken = { key: '/a', value: 'v', revision: first.revision };
      assert.deepEqual(lost(await store.current().create('/a', bytes('x'), { preconditions: old })), taken);
      written(await store.current().create('/c', bytes('v'), { preconditions: preconditions(), ttl: 1000 }));

      written(await store.current().delete('/precondition', revision));
      assert.equal(lost(await store.current().create('/d', bytes('x'), { preconditions: preconditions() })), undefined);
      assert.equal(await read('/d'), undefined);
    });

    it('creates only if each of several preconditions holds', async () => {
      const keys = ['/precondition/a', '/precondition/b'];
      const preconditions = [];
      for (const key of keys) preconditions.push({ key, revision: await create(store.current(), key, 'one') });
      written(await store.current().create('/a', bytes('v'), { preconditions }));
      for (const { key, revision } of preconditions) {
        written(await store.current().update(key, bytes('two'), revision));
        assert.equal(lost(await store.current().create('/b', bytes('v'), { preconditions })), undefined);
      }
    });

    it('serialises a creation with a concurrent change of its precondition', async () => {
      const revision = await create(store.current(), '/precondition', 'full');
      const creations = Array.from({ length: 30 }, (_, index) =>
        store.current().create(`/in/${index}`, bytes('v'), { preconditions: [{ key: '/precondition', revision }] }),
      );
      const emptied = written(await store.current().update('/precondition', bytes('empty'), revision));
      for (const result of await Promise.all(creations)) assert.ok(!result.ok || result.revision < emptied);
    });

    it('stores values of 1.5 MB, empty values, and all byte values', async () => {
      const large = Buffer.alloc(1_500_000, 'large ');
      const every = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
      for (const [key, value] of Object.entries({ '/large': large, '/empty': Buffer.alloc(0), '/every': every })) {
        const first = written(await store.current().create(key, value));
        const { entry } = await store.current().get(key);
        assert.ok(entry !== undefined && Buffer.compare(entry.value, value) === 0, key);
        written(await store.current().update(key, value, first));
      }
      const { entries } = await store.current().list('/');
      assert.deepEqual(
        entries.map(({ value }) => value.length),
        [0, 256, 1_500_000],
      );
    });

    it('copies the given value', async () => {
      const value = Buffer.from('before');
      written(await store.current().create('/a', value.subarray(0, 3)));
      value.fill('x');
      assert.equal((await read('/a'))?.value, 'bef');
    });

    it('accepts keys with unusual characters', async () => {
      const long = `/${'long'.repeat(harness.capabilities.keyBytes)}`.slice(0, harness.capabilities.keyBytes);
      const keys = [
        '/ ',
        '/"quoted"',
        '/%2F',
        '/\u0001',
        '/\u007f',
        '/grün',
        '/日本',
        '/\uffff',
        '/😀',
        "/'",
        long,
        '/a\nb',
      ];
      for (const key of keys) await create(store.current(), key, key);
      for (const key of keys) assert.equal((await read(key))?.value, key);
      const { entries } = await store.current().list('/');
      const sorted = keys.map((key) => Buffer.from(key)).sort((a, b) => Buffer.compare(a, b));
      assert.deepEqual(
        entries.map(({ key }) => key),
        sorted.map(String),
      );
    });

    it('rejects invalid keys', async () => {
      for (const key of ['', 'a\0b', 'a\ud800']) {
        await assert.rejects(store.current().get(key), TypeError);
        await assert.rejects(store.current().create(key, bytes('v')), TypeError);
      }
    });

    it('deletes an expired entry and sends the event to watchers', async () => {
      const ttl = 1;
      const kept = written(await store.current().create('/kept', bytes('v'), { ttl }));
      const created = written(await store.current().create('/short', bytes('v'), { ttl }));
      written(await store.current().update('/kept', bytes('for good'), kept));
      const start = Date.now();
      const events = await collect(store.current(), '/short', created, (seen) => seen.length === 2);
      const seconds = (Date.now() - start) / 1000;
      assert.ok(seconds > ttl - 0.5 && seconds < ttl + harness.capabilities.ttlLateness, `after ${seconds} s`);
      const last = events.map(eventText).at(-1) ?? '';
      assert.match(last, new RegExp(`^delete /short \\d+ \\(${created} v\\)$`));
      await delay(50);
      assert.equal((await read('/kept'))?.value, 'for good');
    }).timeout(20_000);

    it('aborts a call whose signal is aborted', async () => {
      const signal = AbortSignal.abort(new Error('enough'));
      for (const call of [
        store.current().get('/a', { signal, atLeast: Number.MAX_SAFE_INTEGER }),
        store.current().list('/a', { signal }),
        store.current().create('/a', bytes('v'), { signal }),
        store.current().currentRevision({ signal }),
      ]) {
        await assert.rejects(call, /enough/);
      }
      assert.equal(await read('/a'), undefined);
    });

    async function read(key: string) {
      const { entry } = await store.current().get(key);
      return entry && { value: text(entry.value), revision: entry.revision };
    }
  });
}

/** The entry found by a write that must have failed; undefined for none. */
function lost(result: WriteResult) {
  assert.equal(result.ok, false);
  if (result.ok || result.current === undefined) return undefined;
  return { ...result.current, value: text(result.current.value) };
}
