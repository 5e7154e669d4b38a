import assert from 'node:assert/strict';
import type { Entry } from '@pilothouse/storage/store.js';
import { createListCache } from './list-cache.js';

const entry = (key: string): Entry => ({ key, value: Buffer.from(key), revision: 1 });
const entries = ['a', 'b', 'c'].map(entry);
const form = {};

/** Counts how often items are encoded. */
function maker(size = 10) {
  let calls = 0;
  const make = (): Uint8Array[] => {
    calls += 1;
    return [Buffer.allocUnsafeSlow(size)];
  };
  return { make, calls: () => calls };
}

describe('the cache of list items', () => {
  it('shares the chunks of a list from its second use on', () => {
    const { itemsOf } = createListCache();
    const { make, calls } = maker();
    itemsOf(form, entries, make);
    const second = itemsOf(form, [...entries], make);
    assert.equal(itemsOf(form, [...entries], make), second);
    assert.equal(calls(), 2);
  });

  it('encodes a list of other entries, of other length or in another form', () => {
    const { itemsOf } = createListCache();
    const { make } = maker();
    itemsOf(form, entries, make);
    const kept = itemsOf(form, entries, make);
    assert.notEqual(itemsOf({}, entries, make), kept);
    const [first] = entries;
    for (const others of [
      entries.slice(0, 2),
      [first, entry('b'), entries[2]],
      [entry('a'), ...entries.slice(1)],
      [],
    ]) {
      assert.notEqual(itemsOf(form, others as Entry[], make), kept);
    }
  });

  it('is limited in bytes, and evicts the oldest lists', () => {
    const { itemsOf } = createListCache(100);
    const lists = Array.from({ length: 10 }, (_, index) => [entry(`${index}`)]);
    const { make, calls } = maker(40);
    for (const list of lists) for (let use = 0; use < 2; use++) itemsOf(form, list, make);
    const before = calls();
    for (const list of lists.slice(8)) itemsOf(form, list, make);
    assert.equal(calls(), before);
    itemsOf(form, lists[0] as Entry[], make);
    assert.equal(calls(), before + 1);
  });

  it('does not hold a list beyond its limit', () => {
    const { itemsOf } = createListCache(100);
    const { make, calls } = maker(200);
    for (let use = 0; use < 3; use++) assert.equal(itemsOf(form, entries, make).length, 1);
    assert.equal(calls(), 3);
  });
});
