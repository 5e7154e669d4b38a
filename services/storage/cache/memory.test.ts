import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Entry, StoreEvent } from '../store.js';
import { bytes, openCache, override } from './cache.test.helper.js';
import { createCollection } from './collection.js';

const SIZE = 1000;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('memory of a collection', () => {
  /** Overwrites one key `writes` times. Only the collection keeps the values alive. */
  function overwritten(historyBytes: number, writes: number, { pages }: { pages: boolean }) {
    let now = 0;
    let revision = 1;
    const options = { prefix: '/things/', extract: () => ({ labels: {}, fields: {} }) };
    const collection = createCollection(options, { age: 1000, bytes: historyBytes, now: () => now }, () => revision);
    collection.load(undefined, revision);
    const values: WeakRef<Uint8Array>[] = [];
    for (let index = 0; index < writes; index++) {
      revision += 1;
      const entry: Entry = { key: '/things/a', value: new Uint8Array(SIZE), revision };
      values.push(new WeakRef(entry.value));
      const event: StoreEvent = { type: 'put', entry, previous: undefined };
      collection.apply(event);
      if (pages) collection.stateAt(revision);
    }
    return {
      collection,
      pass: (milliseconds: number): void => {
        now += milliseconds;
        collection.trim();
      },
      held: async (): Promise<number> => {
        await delay(1);
        collectGarbage();
        return values.filter((value) => value.deref() !== undefined).length;
      },
    };
  }

  it('is limited in bytes', async () => {
    const { held, collection } = overwritten(10 * SIZE, 100, { pages: true });
    const count = await held();
    assert.ok(count <= 11, `${count} values`);
    assert.ok(collection.stateAt(90) === undefined && collection.stateAt(101) !== undefined);
  });

  it('is limited by age, including snapshots of old lists', async () => {
    const { held, pass } = overwritten(1_000_000, 20, { pages: true });
    assert.equal(await held(), 20);
    pass(2000);
    assert.equal(await held(), 1);
  });

  it('releases what a compaction discards', async () => {
    const { held, collection } = overwritten(1_000_000, 20, { pages: true });
    collection.forget(21);
    assert.equal(await held(), 1);
  });
});

describe('memory of a load', () => {
  it('releases each response buffer after its page', async () => {
    const buffers: WeakRef<ArrayBuffer>[] = [];
    const held: number[] = [];
    const store = await openCache({ timeout: 50_000 }, (inner) =>
      override(inner, {
        // Pages of 10 entries whose values are views of one response buffer, as with etcd.
        list: async (prefix, options = {}) => {
          await delay(1);
          collectGarbage();
          held.push(buffers.filter((buffer) => buffer.deref() !== undefined).length);
          if (buffers.length === 0)
            for (let i = 0; i < 100; i++) await inner.create(`/things/${100 + i}`, bytes('a value'));
          const { entries, ...page } = await inner.list(prefix, { ...options, limit: 10 });
          const buffer = Buffer.alloc(10 * SIZE);
          buffers.push(new WeakRef(buffer.buffer));
          return { ...page, entries: entries.map((entry, i) => ({ ...entry, value: viewIn(buffer, i, entry.value) })) };
        },
      }),
    );
    await store.ready();
    assert.equal((await store.list('/things/')).entries.length, 100);
    assert.ok(
      buffers.length > 10 && Math.max(...held) <= 1,
      `response buffers alive, of ${buffers.length}: ${held.join()}`,
    );
    await store.close();
  }).timeout(60_000);

  function viewIn(buffer: Buffer, index: number, value: Uint8Array): Uint8Array {
    buffer.set(value, index * SIZE);
    return buffer.subarray(index * SIZE, index * SIZE + value.length);
  }
});
