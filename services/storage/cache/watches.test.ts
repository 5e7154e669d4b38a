import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { within } from '../conformance/support.js';
import type { Store, WatchBatch } from '../store.js';
import { bytes, eventText, override, take, useCaches, write } from './cache.test.helper.js';

const LARGE = 'x'.repeat(1_000_000);

describe('a watch of a cached store', () => {
  const opened = useCaches();

  function begin(store: Store, from: number, signal = new AbortController().signal): AsyncIterator<WatchBatch> {
    return store.watch('/things/', { from, signal })[Symbol.asyncIterator]();
  }

  it('receives the whole backlog in limited batches', async () => {
    const cache = await opened();
    const from = (await cache.currentRevision()) + 1;
    const wanted: string[] = [];
    for (let index = 0; index < 20; index++) {
      wanted.push(`put /things/${index} ${await write(cache, `/things/${index}`, LARGE)}`);
    }
    await cache.list('/things/');
    const revisions: number[] = [];
    const seen: string[] = [];
    const { signal } = new AbortController();
    for await (const { revision, events } of cache.watch('/things/', { from, signal })) {
      assert.ok(events.length <= 3, `${events.length} MB at a time`);
      revisions.push(revision);
      seen.push(...events.map(eventText));
      if (seen.length === wanted.length) break;
    }
    assert.deepEqual(seen, wanted);
    assert.deepEqual(
      revisions,
      [...revisions].sort((a, b) => a - b),
    );
  });

  it('receives its events when delivery ends the previous watcher of the prefix', async () => {
    let afterBatch: (() => void) | undefined;
    const cache = await opened({}, (store) =>
      override(store, {
        async *watch(prefix, options) {
          for await (const batch of store.watch(prefix, options)) {
            yield batch;
            afterBatch?.();
          }
        },
      }),
    );
    const from = (await cache.currentRevision()) + 1;
    const slow = begin(cache, from);
    const first = slow.next();
    for (let index = 0; index < 17; index++) await write(cache, `/things/${index}`, LARGE);
    await first;
    let second: Promise<IteratorResult<WatchBatch>> | undefined;
    const next = (await cache.currentRevision()) + 2;
    // Runs between the event that exceeds the limit and the end of its event-loop turn.
    afterBatch = () => {
      second ??= begin(cache, next).next();
    };
    await write(cache, '/things/too-much', LARGE);
    await delay(20);
    await assert.rejects(async () => slow.next());
    await write(cache, '/things/last', 'v');
    assert.ok(second !== undefined);
    const { value } = await within(1000, 'the event', second);
    assert.deepEqual((value as WatchBatch).events.map(eventText), [`put /things/last ${next}`]);
  });

  it('ends without an error when the store closes as it begins', async () => {
    const cache = await opened();
    await cache.ready();
    const step = begin(cache, 2).next();
    await cache.close();
    assert.deepEqual(await within(1000, 'the end', step), { done: true, value: undefined });
  });

  for (const [name, end] of [
    ['aborted', (abort: AbortController) => abort.abort()],
    ['returned', (_abort: AbortController, watch: AsyncIterator<WatchBatch>) => void watch.return?.()],
    ['closed', (_abort: AbortController, _watch: AsyncIterator<WatchBatch>, store: Store) => void store.close()],
  ] as const) {
    it(`ends without an error when it is ${name} before the first load`, async () => {
      let read: () => void = () => {};
      const hasRead = new Promise<void>((resolve) => (read = resolve));
      const cache = await opened({}, (store) =>
        override(store, { list: (prefix, options) => hasRead.then(() => store.list(prefix, options)) }),
      );
      const abort = new AbortController();
      const watch = begin(cache, 2, abort.signal);
      const step = watch.next();
      end(abort, watch, cache);
      read();
      assert.deepEqual(await within(1000, 'the end', step), { done: true, value: undefined });
    });
  }

  it('closes the store watch as soon as the cache has caught up, even without events', async () => {
    const open: string[] = [];
    const cache = await opened({ historyBytes: 1 }, (store) =>
      override(store, {
        // Like etcd, it reports progress only to watches that requested it.
        async *watch(prefix, options) {
          open.push(prefix);
          try {
            for await (const batch of store.watch(prefix, options)) {
              if (batch.events.length > 0 || prefix === '/' || options.heartbeat !== undefined) yield batch;
            }
          } finally {
            open.splice(open.indexOf(prefix), 1);
          }
        },
      }),
    );
    const from = (await cache.currentRevision()) + 1;
    for (let index = 0; index < 5; index++) await write(cache, '/things/busy', String(index));
    await cache.list('/things/');
    const quiet = take(cache, '/things/quiet', from, 1);
    await delay(50);
    assert.deepEqual(open, ['/']);
    const revision = await write(cache, '/things/quiet', 'v');
    assert.deepEqual((await quiet).map(eventText), [`put /things/quiet ${revision}`]);
  });

  it('receives every event once when two verifications run at the same time', async () => {
    let isLosing = true;
    const cache = await opened({}, (store) =>
      override(store, {
        async *watch(prefix, options) {
          for await (const batch of store.watch(prefix, options)) yield isLosing ? { ...batch, events: [] } : batch;
        },
      }),
    );
    await write(cache, '/things/lost', 'v');
    await cache.list('/things/');
    const found = await Promise.all([cache.verify(), cache.verify()]);
    isLosing = false;
    for (const { different } of found) assert.deepEqual(different, ['/things/lost']);
    await cache.ready();
    const from = (await cache.currentRevision()) + 1;
    const watching = take(cache, '/things/', from, 3);
    await delay(20);
    const wanted: string[] = [];
    for (const key of ['/things/a', '/things/b', '/things/c'])
      wanted.push(`put ${key} ${await write(cache, key, 'v')}`);
    assert.deepEqual((await within(1000, 'the events', watching)).map(eventText), wanted);
  });
});

describe('a revision from another replica', () => {
  const opened = useCaches();
  let inner: Store | undefined;

  /** A write outside the cache causes no event. */
  async function writeOutside(): Promise<number> {
    assert.ok(inner !== undefined);
    const result = await inner.create('outside', bytes('v'));
    assert.ok(result.ok);
    return result.revision;
  }

  it('is reached by a progress request', async () => {
    let [known, requested] = [0, 0];
    const cache = await opened({}, (store) =>
      override((inner = store), {
        async currentRevision(options) {
          return (known = await store.currentRevision(options));
        },
        requestProgress: async () => void (requested = known),
        async *watch(prefix, options) {
          for await (const batch of store.watch(prefix, options)) {
            while (batch.events.length === 0 && requested < batch.revision && !options.signal.aborted) await delay(5);
            yield batch;
          }
        },
      }),
    );
    await write(cache, '/things/a', 'v');
    const revision = await writeOutside();
    const { entries } = await cache.list('/things/', { revision, atLeast: revision });
    assert.equal(entries.length, 1);
    const later = (await cache.get('/things/a', { atLeast: revision })).revision;
    assert.ok(later >= revision);
  });

  it('is read from the store if the store has no progress requests', async () => {
    const cache = await opened({}, (store) =>
      override((inner = store), {
        provesProgress: false,
        async *watch(prefix, options) {
          for await (const batch of store.watch(prefix, options)) if (batch.events.length > 0) yield batch;
        },
      }),
    );
    for (const key of ['/things/a', '/things/b']) await write(cache, key, 'v');
    await writeOutside();
    const { revision, remaining } = await cache.list('/things/', { limit: 1 });
    assert.equal(remaining, 1);
    const page = await cache.list('/things/', { revision, atLeast: revision, start: '/things/b', limit: 1 });
    assert.deepEqual(
      page.entries.map(({ key }) => key),
      ['/things/b'],
    );
    assert.equal((await cache.list('/things/', { atLeast: revision })).entries.length, 2);
    assert.ok((await cache.get('/things/a', { atLeast: revision })).entry !== undefined);
  });
});
