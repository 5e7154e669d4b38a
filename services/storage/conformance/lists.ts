import assert from 'node:assert/strict';
import type { StoreHarness } from './harness.js';
import { create, createAll, keysOf, text, useStore, written } from './support.js';

export function listConformance(harness: StoreHarness): void {
  describe('lists', () => {
    const store = useStore(harness);

    it('lists nothing in an empty store', async () => {
      const { entries, remaining, revision } = await store.current().list('/');
      assert.deepEqual([entries, remaining], [[], 0]);
      assert.ok(revision >= 1);
      assert.equal(revision, await store.current().currentRevision());
    });

    it('orders keys by their UTF-8 bytes', async () => {
      // In UTF-16, U+FF61 sorts after the astral character.
      const keys = ['/a', '/a!', '/a/b', '/a0', '/b', '/é', '/｡', '/😀'];
      await createAll(store.current(), keys.toReversed());
      const { entries } = await store.current().list('/');
      assert.deepEqual(keysOf(entries), keys);
      assert.deepEqual(
        entries.map(({ value }) => text(value)),
        keys.map((key) => `value of ${key}`),
      );
    });

    it('matches the prefix literally', async () => {
      await createAll(store.current(), ['/a', '/a/b', '/a/b/c', '/a/bc', '/b']);
      const cases: readonly (readonly [string, readonly string[]])[] = [
        ['/a/b', ['/a/b', '/a/b/c', '/a/bc']],
        ['/a/b/', ['/a/b/c']],
        ['/a', ['/a', '/a/b', '/a/b/c', '/a/bc']],
        ['/c', []],
      ];
      for (const [prefix, keys] of cases) {
        assert.deepEqual(keysOf((await store.current().list(prefix)).entries), keys, prefix);
      }
      assert.equal((await store.current().list('')).entries.length, 5);
    });

    it('accepts prefixes that end at the boundaries of UTF-8', async () => {
      await createAll(store.current(), [
        '/\u007f',
        '/\u007fx',
        '/\u0080',
        '/\uffff',
        '/\uffffx',
        '/\u{10ffff}',
        '/\u{10ffff}x',
      ]);
      assert.deepEqual(keysOf((await store.current().list('/\u007f')).entries), ['/\u007f', '/\u007fx']);
      assert.deepEqual(keysOf((await store.current().list('/\uffff')).entries), ['/\uffff', '/\uffffx']);
      assert.deepEqual(keysOf((await store.current().list('/\u{10ffff}')).entries), ['/\u{10ffff}', '/\u{10ffff}x']);
    });

    it('applies limit and start, and counts remaining entries', async () => {
      await createAll(store.current(), ['/0', '/a', '/b', '/c', '/d', '0', '1']);
      const cases = [
        { limit: 2, keys: ['/0', '/a'], remaining: 3 },
        { limit: 5, keys: ['/0', '/a', '/b', '/c', '/d'], remaining: 0 },
        { limit: 9, keys: ['/0', '/a', '/b', '/c', '/d'], remaining: 0 },
        { limit: 0, keys: [], remaining: 5 },
        { start: '/b', keys: ['/b', '/c', '/d'], remaining: 0 },
        { start: '/b', limit: 1, keys: ['/b'], remaining: 2 },
        { start: '/bb', limit: 1, keys: ['/c'], remaining: 1 },
        { start: '/b\u0001', limit: 1, keys: ['/c'], remaining: 1 },
        { start: '', limit: 1, keys: ['/0'], remaining: 4 },
        { start: '0', keys: [], remaining: 0 },
        { start: '00', keys: [], remaining: 0 },
        { start: '/zz', keys: [], remaining: 0 },
      ];
      for (const { keys, remaining, ...options } of cases) {
        const list = await store.current().list('/', options);
        assert.deepEqual([keysOf(list.entries), list.remaining], [keys, remaining], JSON.stringify(options));
        const uncounted = await store.current().list('/', { ...options, uncounted: true });
        assert.deepEqual([keysOf(uncounted.entries), uncounted.remaining > 0], [keys, remaining > 0]);
      }
    });

    it('lists only the newest version of existing entries', async () => {
      await createAll(store.current(), ['/a', '/b', '/c']);
      for (let i = 0; i < 12; i++) await rewrite('/a', `a${i}`);
      await remove('/b');
      for (let i = 0; i < 12; i++) await rewrite('/c', `c${i}`);
      assert.deepEqual(await contents(), ['/a=a11', '/c=c11']);
    });

    it('lists more than one chunk, page or message', async () => {
      const value = Buffer.alloc(20_000, 'x');
      const keys = Array.from({ length: 1200 }, (_, i) => `/many/${String(i).padStart(4, '0')}`);
      for (let at = 0; at < keys.length; at += 100) {
        await Promise.all(keys.slice(at, at + 100).map((key) => store.current().create(key, value)));
      }
      const list = await store.current().list('/many/');
      assert.deepEqual(keysOf(list.entries), keys);
      assert.ok(list.entries.every((entry) => entry.value.length === value.length));
      const half = await store.current().list('/many/', { limit: 700 });
      assert.deepEqual([half.entries.length, half.remaining], [700, 500]);
    }).timeout(60_000);

    it('lists many entries with history, each once with its newest version', async () => {
      const keys = Array.from({ length: 900 }, (_, i) => `/r/${String(i).padStart(3, '0')}`);
      for (const value of ['1', '2', '3']) {
        await Promise.all(keys.map((key) => rewrite(key, value)));
      }
      const list = await store.current().list('/r/');
      assert.deepEqual(
        list.entries.map(({ key, value }) => `${key}=${text(value)}`),
        keys.map((key) => `${key}=3`),
      );
      const page = await store.current().list('/r/', { limit: 400 });
      assert.deepEqual([keysOf(page.entries), page.remaining], [keys.slice(0, 400), 500]);
    }).timeout(30_000);

    async function contents() {
      return (await store.current().list('/')).entries.map(({ key, value }) => `${key}=${text(value)}`);
    }

    async function rewrite(key: string, value: string) {
      const { entry } = await store.current().get(key);
      if (entry === undefined) return create(store.current(), key, value);
      return written(await store.current().update(key, Buffer.from(value), entry.revision));
    }

    async function remove(key: string) {
      const { entry } = await store.current().get(key);
      return written(await store.current().delete(key, entry?.revision ?? 0));
    }
  });
}
