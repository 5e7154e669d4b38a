import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { StoreHarness } from './harness.js';
import { FutureRevisionError, type Revision, type WatchBatch } from '../store.js';
import { bytes, checked, create, keysOf, useStore, within, written } from './support.js';

export function freshnessConformance(harness: StoreHarness): void {
  const { provesProgress } = harness.capabilities;

  describe('freshness', () => {
    const store = useStore(harness);

    it('returns every acknowledged write', async () => {
      let revision = await create(store.current(), '/a');
      for (let i = 0; i < 30; i++) {
        revision = written(await store.current().update('/a', bytes(`${i}`), revision));
        const [found, list, current] = await Promise.all([
          store.current().get('/a'),
          store.current().list('/'),
          store.current().currentRevision(),
        ]);
        assert.equal(found.entry?.revision, revision);
        assert.equal(list.entries[0]?.revision, revision);
        assert.ok(Math.min(found.revision, list.revision, current) >= revision);
      }
    });

    it('gives each of many concurrent readers its own result', async () => {
      const keys = Array.from({ length: 300 }, (_, i) => `/many/${i}`);
      const revisions = await Promise.all(keys.map((key) => create(store.current(), key)));
      const asked = [...keys, ...keys.slice(0, 100), '/many/none'];
      const found = await Promise.all(asked.map((key) => store.current().get(key)));
      const expected = [...revisions, ...revisions.slice(0, 100), undefined];
      assert.deepEqual(
        found.map(({ entry }) => entry?.revision),
        expected,
      );
    });

    it('does not affect other readers when one aborts', async () => {
      const revision = await create(store.current(), '/a');
      const abort = new AbortController();
      const [left, kept] = [store.current().get('/a', { signal: abort.signal }), store.current().get('/a')];
      abort.abort(new Error('enough'));
      await Promise.allSettled([left]);
      assert.equal((await kept).entry?.revision, revision);
    });

    it('answers at once from an existing revision, and waits for a future one', async () => {
      const revision = await create(store.current(), '/a');
      for (const atLeast of [0, 1, revision]) {
        const [found, list] = await Promise.all([
          store.current().get('/a', { atLeast }),
          store.current().list('/', { atLeast }),
        ]);
        if (atLeast > 0) assert.ok(Math.min(found.revision, list.revision) >= atLeast);
      }
      const waiting = store.current().list('/', { atLeast: revision + 1 });
      await delay(20);
      await create(store.current(), '/b');
      const { entries } = await within(3000, 'the list', waiting);
      assert.deepEqual(keysOf(entries), ['/a', '/b']);
    });

    it('waits for a future revision only for a limited time', async () => {
      const atLeast = (await create(store.current(), '/a')) + 100;
      const future = (error: unknown) => {
        assert.ok(error instanceof FutureRevisionError, String(error));
        assert.deepEqual([error.requested, error.current], [atLeast, atLeast - 100]);
        return true;
      };
      const calls = [store.current().get('/a', { atLeast }), store.current().list('/', { atLeast })];
      await within(5000, 'the calls', Promise.all(calls.map((call) => assert.rejects(call, future))));
    });

    if (provesProgress !== undefined) {
      it(`reports that it can${provesProgress ? '' : 'not'} prove progress`, async () => {
        await store.current().currentRevision();
        assert.equal(store.current().provesProgress, provesProgress);
        await store.current().requestProgress();
      });
    }

    if (provesProgress === true) {
      it('makes an idle watch report its progress', async () => {
        const from = (await store.current().currentRevision()) + 1;
        const { batches, reached, stop } = observe('/quiet/', from);
        for (let round = 0; round < 5; round++) {
          const revision = await create(store.current(), `/loud/${round}`);
          await Promise.all(Array.from({ length: 20 }, () => store.current().requestProgress()));
          await within(5000, 'progress', reached(revision));
        }
        assert.equal(batches.flatMap(({ events }) => events).length, 0);
        assert.ok(batches.length <= 10, `expected a shared notification, got ${batches.length}`);
        await stop();
      });

      it('never reports progress before the events it covers', async () => {
        const from = (await store.current().currentRevision()) + 1;
        const { batches, reached, stop } = observe('/p/', from);
        let last = 0;
        await Promise.all(
          Array.from({ length: 8 }, async (_, writer) => {
            for (let i = 0; i < 40; i++) {
              const revision = await create(store.current(), `/p/${writer}-${i}`);
              last = Math.max(last, revision);
              await store.current().requestProgress();
            }
          }),
        );
        await store.current().requestProgress();
        await within(5000, 'progress', reached(last));
        // `checked` verifies the order of batches and events.
        assert.equal(batches.flatMap(({ events }) => events).length, 8 * 40);
        await stop();
      });
    }

    function observe(prefix: string, from: Revision) {
      const abort = new AbortController();
      const batches: WatchBatch[] = [];
      let wake: () => void = () => {};
      const ended = (async () => {
        for await (const batch of checked(store.current().watch(prefix, { from, signal: abort.signal }))) {
          batches.push(batch);
          wake();
        }
      })();
      return {
        batches,
        reached: async (revision: Revision): Promise<void> => {
          while ((batches.at(-1)?.revision ?? 0) < revision) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
        },
        stop: async (): Promise<void> => {
          abort.abort();
          await ended;
        },
      };
    }
  });
}
