import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { StoreHarness } from './harness.js';
import { StoreUnavailableError } from '../store.js';
import { bytes, collect, create, eventText, text, useStore, within, written } from './support.js';

export function lifecycleConformance(harness: StoreHarness): void {
  const { durable, deadlineMs, lingerMs } = harness.capabilities;

  describe('opening and closing', () => {
    const store = useStore(harness);

    it('rejects every call after close, and closes twice', async () => {
      const closed = store.current();
      await create(closed, '/a');
      await closed.close();
      await closed.close();
      for (const call of [
        closed.get('/a'),
        closed.list('/'),
        closed.create('/b', bytes('v')),
        closed.update('/a', bytes('v'), 2),
        closed.delete('/a', 2),
        closed.currentRevision(),
        closed.compact(2),
      ]) {
        await assert.rejects(call, certainlyUnavailable);
      }
      const { signal } = new AbortController();
      for await (const batch of closed.watch('/', { from: 2, signal })) assert.fail(`sent ${batch.revision}`);
    });

    it('ends watches and finishes calls in flight when it is closed', async () => {
      const from = await create(store.current(), '/a');
      const watches = Promise.all([from, from + 1].map((start) => collect(store.current(), '/', start, () => false)));
      await delay(30);
      const calls = Array.from({ length: 40 }, (_, i) => store.current().create(`/busy/${i}`, bytes('v')));
      const lists = Array.from({ length: 5 }, () => store.current().list('/'));
      const closing = store.current().close();
      const settled = await within(10_000, 'calls under way', Promise.allSettled([...calls, ...lists]));
      for (const result of settled) {
        if (result.status === 'rejected')
          assert.ok(result.reason instanceof StoreUnavailableError, String(result.reason));
      }
      await within(10_000, 'closing', closing);
      await within(1000, 'watches', watches);
    });

    it('leaves no timer or socket behind', async () => {
      // Starts the test's own timer first.
      await delay(1);
      const before = handles();
      for (let i = 0; i < 3; i++) {
        const another = await harness.open();
        const from = await create(another, '/a');
        await collect(another, '/', from, (events) => events.length === 1);
        await harness.dispose(another);
      }
      const deadline = Date.now() + lingerMs;
      while (Date.now() < deadline && handles() > before) await delay(20);
      assert.ok(handles() <= before, process.getActiveResourcesInfo().join(' '));
    }).timeout(30_000);

    it('leaves no listener on a given signal', async () => {
      const { signal } = new AbortController();
      const from = await create(store.current(), '/a');
      for (let i = 0; i < 5; i++) {
        written(await store.current().create(`/b${i}`, bytes('v'), { signal }));
        await store.current().get('/a', { signal });
        await store.current().list('/', { signal });
      }
      for await (const batch of store.current().watch('/', { from, signal })) if (batch.revision >= from + 5) break;
      assert.equal(getEventListeners(signal, 'abort').length, 0);
    });

    if (durable) {
      it('keeps its data and its revision when it is opened again', async () => {
        const a = await create(store.current(), '/a', '1');
        const b = await create(store.current(), '/b', '1');
        const gone = written(await store.current().delete('/b', b));
        store.replace(await harness.reopen(store.current()));
        assert.equal(await store.current().currentRevision(), gone);
        const { entry } = await store.current().get('/a');
        assert.deepEqual(entry && [text(entry.value), entry.revision], ['1', a]);
        assert.equal((await store.current().list('/', { revision: b })).entries.length, 2);
        assert.equal(await create(store.current(), '/c'), gone + 1);
        const events = await collect(store.current(), '/', b, (seen) => seen.length === 3);
        assert.deepEqual(events.map(eventText), [
          `put /b ${b} 1`,
          `delete /b ${gone} (${b} 1)`,
          `put /c ${gone + 1} v`,
        ]);
      });

      it('keeps compactions and expiry times', async () => {
        const first = await create(store.current(), '/a', '1');
        const second = written(await store.current().update('/a', bytes('2'), first));
        await store.current().compact(second);
        written(await store.current().create('/short', bytes('v'), { ttl: 1 }));
        store.replace(await harness.reopen(store.current()));
        await assert.rejects(store.current().list('/', { revision: first }), /compacted/);
        await collect(store.current(), '/short', second + 1, (events) => events.at(-1)?.type === 'delete');
      }).timeout(20_000);
    }

    const { outage } = harness;
    if (outage !== undefined) {
      it('answers within its deadline while the backend is down, and recovers', async () => {
        const first = await create(store.current(), '/a', '1');
        const watching = collect(store.current(), '/', first, (events) => events.length === 3);
        await delay(100);
        await outage.down();
        try {
          const read = assert.rejects(store.current().get('/a'), certainlyUnavailable);
          const write = assert.rejects(store.current().create('/b', bytes('v')), StoreUnavailableError);
          await within(deadlineMs + 1000, 'calls', Promise.all([read, write]));
        } finally {
          await outage.up();
        }
        const second = await until(async () => {
          const { entry } = await store.current().get('/a');
          return written(await store.current().update('/a', bytes('2'), entry?.revision ?? 0));
        });
        const third = written(await store.current().delete('/a', second));
        const events = await within(20_000, 'the watch', watching);
        assert.deepEqual(events.map(eventText), [
          `put /a ${first} 1`,
          `put /a ${second} 2 (${first} 1)`,
          `delete /a ${third} (${second} 2)`,
        ]);
      }).timeout(60_000);
    }
  });
}

/** Unavailable, with a known outcome. */
function certainlyUnavailable(error: unknown): boolean {
  return error instanceof StoreUnavailableError && !error.outcomeUnknown;
}

const handles = (): number =>
  process.getActiveResourcesInfo().filter((name) => /Timeout|Wrap|TTY|Immediate/.test(name)).length;

/** Retries until the store is available. */
async function until<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      await delay(100);
    }
  }
}
