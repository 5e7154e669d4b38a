import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import * as fc from 'fast-check';
import { CompactedError, SlowWatcherError, type Store, type WatchBatch } from '../store.js';
import { bytes, eventText, openCache, override, take, useCaches, write } from './cache.test.helper.js';

describe('a cached store', () => {
  const opened = useCaches();

  it('returns the same entry object from the store and from the cache', async () => {
    const cache = await openCache();
    const revision = await write(cache, '/things/a', 'one');
    const { entries } = await cache.list('/things/', { atLeast: revision });
    const asked = await cache.get('/things/a');
    assert.equal(asked.entry, entries[0]);
    const next = await write(cache, '/things/a', 'two');
    assert.equal((await cache.get('/things/a')).entry?.revision, next);
  });

  it('shares the list of all entries until the collection changes', async () => {
    const cache = await openCache();
    await write(cache, '/things/a/1', 'one');
    const revision = await write(cache, '/things/b/1', 'one');
    const listed = async (prefix = '/things/') => (await cache.list(prefix, { atLeast: revision })).entries;
    const first = await listed();
    assert.equal(await listed(), first);
    assert.deepEqual(
      (await listed('/things/a/')).map(({ key }) => key),
      ['/things/a/1'],
    );
    assert.deepEqual(await listed(), first);
    assert.equal((await cache.list('/things/', { atLeast: revision, limit: 1 })).entries.length, 1);
    assert.equal((await cache.list('/things/', { atLeast: revision, start: '/things/b' })).entries.length, 1);
    const next = await write(cache, '/things/b/1', undefined);
    const { entries, revision: reached } = await cache.list('/things/', { atLeast: next });
    assert.deepEqual(
      entries.map(({ key }) => key),
      ['/things/a/1'],
    );
    assert.ok(reached >= next);
    assert.deepEqual(
      (await cache.list('/things/', { revision })).entries.map(({ key }) => key),
      ['/things/a/1', '/things/b/1'],
    );
    await cache.close();
  });

  it('counts the entries of the collection and of each namespace', async () => {
    const keys = fc.constantFrom(
      '/things/a/1',
      '/things/a/2',
      '/things/a/b/3',
      '/things/b/1',
      '/things/a1',
      '/things/aa/1',
    );
    const operations = fc.array(fc.record({ key: keys, text: fc.option(fc.constant('x'), { nil: undefined }) }));
    await fc.assert(
      fc.asyncProperty(operations, async (list) => {
        const cache = await openCache();
        try {
          const present = new Set<string>();
          for (const { key, text } of list) {
            await write(cache, key, text);
            if (text === undefined) present.delete(key);
            else present.add(key);
          }
          for (const prefix of ['/things/', '/things/a/', '/things/a/b/', '/things/a', '/things/c/']) {
            const { remaining } = await cache.list(prefix, { limit: 0 });
            assert.equal(remaining, [...present].filter((key) => key.startsWith(prefix)).length, prefix);
          }
        } finally {
          await cache.close();
        }
      }),
      { numRuns: 30 },
    );
  });

  it('serves every past state and every event since exactly', async () => {
    const operations = fc.array(
      fc.record({
        key: fc.integer({ min: 0, max: 9 }),
        text: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
      }),
      { minLength: 1, maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(operations, fc.integer({ min: 0, max: 1 }), async (list, small) => {
        const cache = await openCache(small === 1 ? { historyBytes: 5 } : {});
        try {
          const state = new Map<string, string>();
          const past = new Map<number, string[]>();
          const events: { revision: number; text: string }[] = [];
          const first = await cache.currentRevision();
          for (const { key: number, text } of list) {
            const key = `/things/${number}`;
            const revision = await write(cache, key, text);
            if (revision === 0) continue;
            if (text === undefined) state.delete(key);
            else state.set(key, text);
            past.set(revision, [...state].map(([name, value]) => `${name}=${value}`).sort());
            events.push({ revision, text: `${text === undefined ? 'delete' : 'put'} ${key} ${revision}` });
          }
          for (const [revision, wanted] of past) {
            const { entries } = await cache.list('/things/', { revision });
            assert.deepEqual(
              entries.map(({ key, value }) => `${key}=${Buffer.from(value).toString()}`),
              wanted,
              `state at ${revision}`,
            );
          }
          for (const from of [first + 1, ...past.keys()]) {
            const wanted = events.filter(({ revision }) => revision >= from).map(({ text }) => text);
            if (wanted.length === 0) continue;
            assert.deepEqual((await take(cache, '/things/', from, wanted.length)).map(eventText), wanted);
          }
        } finally {
          await cache.close();
        }
      }),
      { numRuns: 25 },
    );
  }).timeout(30_000);

  it('reads an old state from the store, even when the collection has not changed since', async () => {
    let inner: Store | undefined;
    let now = 0;
    const cache = await opened({ historyAge: 1000, trimInterval: 1, now: () => now }, (store) => (inner = store));
    const old = await write(cache, '/things/a', 'x');
    const newer = await write(cache, '/others/b', 'y');
    await inner?.compact(newer);
    assert.equal((await cache.list('/things/', { revision: old })).entries.length, 1, 'the state is not old yet');
    for (let answer: unknown; !(answer instanceof CompactedError); now += 100) {
      assert.ok(now < 500_000, 'the state never becomes old');
      await delay(1);
      answer = await cache.list('/things/', { revision: old }).catch((error: unknown) => error);
    }
    assert.equal((await cache.list('/things/', { revision: newer })).entries.length, 1, 'this is the current state');
  });

  it('reads every write acknowledged before the call, even one made directly in the store', async () => {
    let inner: Store | undefined;
    const cache = await opened({}, (store) => (inner = store));
    assert.ok(inner !== undefined);
    for (let index = 0; index < 200; index++) {
      await inner.create(`/things/${index}`, bytes('v'));
      const { entries, remaining } = await cache.list('/things/', { limit: 1 });
      assert.equal(entries.length + remaining, index + 1);
    }
  });

  it('counts the remaining entries of a page within a prefix and from a start key', async () => {
    const cache = await opened();
    for (const key of ['/things/a/1', '/things/a/2', '/things/a/3', '/things/b/1', '/things/b/2', '/others/x']) {
      await write(cache, key, 'v');
    }
    const page = async (prefix: string, limit: number, start?: string) => {
      const { entries, remaining } = await cache.list(prefix, { limit, ...(start !== undefined && { start }) });
      return [entries.map(({ key }) => key), remaining];
    };
    assert.deepEqual(await page('/things/a/', 1), [['/things/a/1'], 2]);
    assert.deepEqual(await page('/things/a/', 3), [['/things/a/1', '/things/a/2', '/things/a/3'], 0]);
    assert.deepEqual(await page('/things/', 1), [['/things/a/1'], 4]);
    assert.deepEqual(await page('/things/', 2, '/things/a/3'), [['/things/a/3', '/things/b/1'], 1]);
    assert.deepEqual(await page('/things/b/', 1, '/things/a/'), [['/things/b/1'], 1]);
    assert.deepEqual(await page('/things/c/', 1), [[], 0]);
  });

  it('finds the same entries by the label index as by a full scan', async () => {
    const cache = await opened();
    for (let index = 0; index < 40; index++) await write(cache, `/things/${index % 7}/${index}`, String(index % 10));
    await write(cache, '/things/1/1', undefined);
    await write(cache, '/things/2/2', '1');
    const found = await cache.list('/things/', { where: { label: 'is', values: ['1', 'none'] } });
    const all = await cache.list('/things/');
    const wanted = all.entries.filter(({ attributes }) => attributes?.labels['is'] === '1').map(({ key }) => key);
    assert.deepEqual(
      found.entries.map(({ key }) => key),
      wanted,
    );
    const page = await cache.list('/things/', {
      where: { label: 'is', values: ['1'] },
      limit: 2,
      start: wanted[1] ?? '',
    });
    assert.deepEqual(
      page.entries.map(({ key }) => key),
      wanted.slice(1, 3),
    );
    assert.equal(page.remaining, wanted.length - 3);
  });

  it('shares one batch object among watchers of a prefix and sends nothing to other prefixes', async () => {
    const cache = await opened();
    const from = (await cache.currentRevision()) + 1;
    const abort = new AbortController();
    const first = (prefix: string): Promise<IteratorResult<WatchBatch>> =>
      cache.watch(prefix, { from, signal: abort.signal })[Symbol.asyncIterator]().next();
    const [one, two, all, other] = ['/things/a/', '/things/a/', '/things/', '/things/b/'].map(first);
    await delay(20);
    await write(cache, '/things/a/1', 'v');
    const [batch, same, wider] = await Promise.all([one, two, all]);
    assert.ok(batch?.value !== undefined && batch.value === same?.value);
    assert.equal(wider?.value.events[0], batch.value.events[0], 'all watchers share the event object');
    let isNotified = false;
    void other?.then(() => (isNotified = true));
    await delay(20);
    assert.equal(isNotified, false);
    abort.abort();
  });

  it('ends a watch whose reader is too slow, and serves the others', async () => {
    const cache = await opened();
    const from = (await cache.currentRevision()) + 1;
    const { signal } = new AbortController();
    const slow = cache.watch('/things/', { from, signal })[Symbol.asyncIterator]();
    const started = slow.next();
    await delay(10);
    const large = 'x'.repeat(1_000_000);
    const quick = take(cache, '/things/', from, 20);
    for (let index = 0; index < 20; index++) await write(cache, `/things/${index}`, large);
    assert.equal((await quick).length, 20);
    await started;
    await assert.rejects(async () => {
      for (;;) await slow.next();
    }, SlowWatcherError);
  });

  it('sends heartbeats with its revision while nothing changes', async () => {
    const cache = await opened();
    await write(cache, '/others/a', 'v');
    const revision = await cache.currentRevision();
    const abort = new AbortController();
    for await (const batch of cache.watch('/things/', { from: revision + 1, signal: abort.signal, heartbeat: 20 })) {
      assert.deepEqual(batch, { revision, events: [] });
      break;
    }
    abort.abort();
  });

  it('proves freshness by events if the store has no progress requests, and otherwise reads from the store', async () => {
    let direct = 0;
    const cache = await opened({}, (store) =>
      override(store, {
        provesProgress: false,
        list(prefix, options = {}) {
          if (prefix === '/things/') direct += 1;
          return store.list(prefix, options);
        },
        async *watch(prefix, options) {
          for await (const batch of store.watch(prefix, options)) if (batch.events.length > 0) yield batch;
        },
      }),
    );
    await write(cache, '/things/a', 'v');
    assert.equal((await cache.list('/things/')).entries.length, 1);
    assert.equal(direct, 0);
    await write(cache, 'outside', 'v');
    assert.equal((await cache.list('/things/')).entries.length, 1);
    assert.equal(direct, 1);
    await write(cache, '/things/b', 'v');
    assert.equal((await cache.list('/things/')).entries.length, 2);
    assert.equal(direct, 1);
  });
});
