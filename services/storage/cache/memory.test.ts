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

describe('the memory of a collection', () => {
  /** Overwrites one key so often. Nobody but the collection holds on to what was written. */
  function overwritten(historyBytes: number, writes: number, { pages }: { pages: boolean }) {
    let now = 0;
    let revision = 1;
    const options = { prefix: '/things/', extract: () => ({ labels: {}, fields: {} }) };
    const collection = createCollection(options, { age: 1000, bytes: historyBytes, now: () => now }, () => revision);
    collection.load([], revision);
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

  it('is bounded in bytes', async () => {
    const { held, collection } = overwritten(10 * SIZE, 100, { pages: true });
    const count = await held();
    assert.ok(count <= 11, `${count} values`);
    assert.ok(collection.stateAt(90) === undefined && collection.stateAt(101) !== undefined);
  });

  it('is bounded in time, pages of old lists included', async () => {
    const { held, pass } = overwritten(1_000_000, 20, { pages: true });
    assert.equal(await held(), 20);
    pass(2000);
    assert.equal(await held(), 1);
  });

  it('does not hold what a compaction forgets', async () => {
    const { held, collection } = overwritten(1_000_000, 20, { pages: true });
    collection.forget(21);
    assert.equal(await held(), 1);
  });
});

describe('the memory of a load', () => {
  it('is that of the entries: no answer is held that they came in', async () => {
    const answers: WeakRef<ArrayBuffer>[] = [];
    const held: number[] = [];
    const store = await openCache({ patience: 5000 }, (inner) =>
      override(inner, {
        // Pages of 10 entries, whose values are views of one answer, as those of etcd.
        list: async (prefix, options = {}) => {
          await delay(1);
          collectGarbage();
          held.push(answers.filter((answer) => answer.deref() !== undefined).length);
          if (answers.length === 0)
            for (let i = 0; i < 100; i++) await inner.create(`/things/${100 + i}`, bytes('a value'));
          const { entries, ...page } = await inner.list(prefix, { ...options, limit: 10 });
          const answer = Buffer.alloc(10 * SIZE);
          answers.push(new WeakRef(answer.buffer));
          return { ...page, entries: entries.map((entry, i) => ({ ...entry, value: viewIn(answer, i, entry.value) })) };
        },
      }),
    );
    await store.ready();
    assert.equal((await store.list('/things/')).entries.length, 100);
    assert.ok(
      answers.length > 10 && Math.max(...held) <= 1,
      `of ${answers.length} answers so many were held: ${held.join()}`,
    );
    await store.close();
  });

  function viewIn(answer: Buffer, index: number, value: Uint8Array): Uint8Array {
    answer.set(value, index * SIZE);
    return answer.subarray(index * SIZE, index * SIZE + value.length);
  }
});
