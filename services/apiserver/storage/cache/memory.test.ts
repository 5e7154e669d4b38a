import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Entry, StoreEvent } from '../store.js';
import { createCollection } from './collection.js';

const SIZE = 1000;

describe('the memory of a collection', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;

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
