import assert from 'node:assert/strict';
import type { StoreHarness } from './harness.js';
import { SlowWatcherError, CompactedError, FutureRevisionError, type Revision } from '../store.js';
import { bytes, collect, create, createAll, eventText, keysOf, text, useStore, within, written } from './support.js';

export function historyConformance(harness: StoreHarness): void {
  describe('history', () => {
    const store = useStore(harness);

    it('lists the state at an old revision', async () => {
      const states = new Map<Revision, string[]>([[await store.current().currentRevision(), []]]);
      const a = await create(store.current(), '/a', '1');
      states.set(a, ['/a=1']);
      const b = await create(store.current(), '/b', '1');
      states.set(b, ['/a=1', '/b=1']);
      const a2 = written(await store.current().update('/a', bytes('2'), a));
      states.set(a2, ['/a=2', '/b=1']);
      states.set(written(await store.current().delete('/b', b)), ['/a=2']);
      states.set(await create(store.current(), '/b', '3'), ['/a=2', '/b=3']);
      for (const [revision, expected] of states) {
        assert.deepEqual(await contents(revision), expected, `revision ${revision}`);
        assert.equal((await store.current().list('/', { revision })).revision, revision);
      }
    });

    it('pages through one revision while others write', async () => {
      const keys = Array.from({ length: 25 }, (_, i) => `/p/${String(i).padStart(2, '0')}`);
      await createAll(store.current(), keys);
      const revision = await store.current().currentRevision();
      const seen: string[] = [];
      let start = '';
      for (let page = 0; page < 4; page++) {
        const { entries, remaining } = await store.current().list('/p/', { revision, limit: 7, start });
        seen.push(...entries.map(({ value }) => text(value)));
        assert.equal(remaining, keys.length - seen.length);
        start = `${keysOf(entries).at(-1)}\u0001`;
        const { entry } = await store.current().get('/p/20');
        if (page === 0) written(await store.current().delete('/p/20', entry?.revision ?? 0));
        await createAll(store.current(), [`/p/0${page}-new`, `/p/2${page}-new`]);
      }
      assert.deepEqual(
        seen,
        keys.map((key) => `value of ${key}`),
      );
    });

    it('rejects a future revision', async () => {
      const current = await create(store.current(), '/a');
      await assert.rejects(store.current().list('/', { revision: current + 10 }), FutureRevisionError);
      await assert.rejects(store.current().compact(current + 10), FutureRevisionError);
    });

    it('rejects states before a compaction and serves later ones', async () => {
      const first = await create(store.current(), '/a', '1');
      const gone = await create(store.current(), '/gone', '1');
      const second = written(await store.current().update('/a', bytes('2'), first));
      const kept = written(await store.current().delete('/gone', gone));
      const later = written(await store.current().update('/a', bytes('3'), second));
      await store.current().compact(kept);
      await store.current().compact(first);
      await assert.rejects(store.current().list('/', { revision: second }), compacted(second, kept));
      assert.deepEqual(await contents(kept), ['/a=2']);
      assert.deepEqual(await contents(later), ['/a=3']);
      assert.deepEqual(await contents(undefined), ['/a=3']);
      assert.equal((await store.current().get('/a')).entry?.revision, later);
    });

    it('ends a watch from a compacted revision with CompactedError', async () => {
      const first = await create(store.current(), '/a', '1');
      const second = written(await store.current().update('/a', bytes('2'), first));
      const third = written(await store.current().update('/a', bytes('3'), second));
      const gone = written(await store.current().delete('/a', third));
      const last = await create(store.current(), '/a', '4');
      // The event of the compacted revision lacks its previous entry.
      await store.current().compact(second);
      await assertForgotten(first, second);
      const events = await collect(store.current(), '/', third, (seen) => seen.length === 3);
      assert.deepEqual(events.map(eventText), [
        `put /a ${third} 3 (${second} 2)`,
        `delete /a ${gone} (${third} 3)`,
        `put /a ${last} 4`,
      ]);
      // A deletion is not kept after its compaction either.
      await store.current().compact(gone);
      await assertForgotten(first, third, gone);
      const newest = await collect(store.current(), '/', last, (seen) => seen.length === 1);
      assert.deepEqual(newest.map(eventText), [`put /a ${last} 4`]);
    });

    it('sends previous entries that are older than a compaction', async () => {
      const a = await create(store.current(), '/a', 'old');
      const b = await create(store.current(), '/b', 'old');
      const current = await create(store.current(), '/c');
      await store.current().compact(current);
      const updated = written(await store.current().update('/a', bytes('new'), a));
      const deleted = written(await store.current().delete('/b', b));
      const events = await collect(store.current(), '/', current + 1, (seen) => seen.length === 2);
      assert.deepEqual(events.map(eventText), [`put /a ${updated} new (${a} old)`, `delete /b ${deleted} (${b} old)`]);
    });

    it('ends a watch with an error when a compaction overtakes it', async () => {
      const first = await create(store.current(), '/a', '0');
      const abort = new AbortController();
      const watch = store.current().watch('/', { from: first, signal: abort.signal })[Symbol.asyncIterator]();
      assert.equal((await watch.next()).value?.events.length, 1);
      // More data than the buffers between the store and an idle reader hold.
      let revision = first;
      const large = Buffer.alloc(1_000_000, 'x');
      for (let i = 0; i < 40; i++) revision = written(await store.current().update('/a', large, revision));
      await store.current().compact(revision);
      // Buffered events may still arrive, in order and without gaps; then the error.
      let next = first + 1;
      let error: unknown;
      for (;;) {
        const step = await watch.next().catch((reason: unknown) => {
          error = reason;
        });
        if (step === undefined || step.done === true) break;
        for (const event of step.value.events) {
          assert.equal(event.type === 'put' && event.entry.revision, next++);
          assert.ok(event.previous !== undefined);
        }
        if (next > revision) break;
      }
      abort.abort();
      // A reader with 40 MB of unread events may also be ended as too slow.
      const isExpected = error instanceof CompactedError || error instanceof SlowWatcherError;
      assert.ok(next > revision || isExpected, `expected an error, got ${String(error)}`);
    }).timeout(30_000);

    async function assertForgotten(...revisions: Revision[]): Promise<void> {
      for (const from of revisions) {
        const watching = collect(store.current(), '/', from, (events) => events.length > 0);
        await assert.rejects(within(5000, `a watch from ${from}`, watching), CompactedError);
      }
    }

    function contents(revision: Revision | undefined) {
      const options = revision === undefined ? {} : { revision };
      return store
        .current()
        .list('/', options)
        .then(({ entries }) => entries.map(({ key, value }) => `${key}=${text(value)}`));
    }
  });
}

function compacted(requested: Revision, oldest: Revision) {
  return (error: unknown) => {
    assert.ok(error instanceof CompactedError, String(error));
    assert.deepEqual([error.requested, error.compacted], [requested, oldest]);
    return true;
  };
}
