import assert from 'node:assert/strict';
import type { Entry } from '../store.js';
import { bytes, COLLECTION, override, useCaches } from './cache.test.helper.js';
import { createCollection } from './collection.js';
import { Contents } from './contents.js';
import { createListReader } from './list-reader.js';
import { STEP_ENTRIES } from './tree.js';

const ENTRIES = 50;

describe('the work of a cache on many entries', () => {
  const opened = useCaches();
  let turns: number;
  let turn: NodeJS.Immediate;
  /** The turns of the event loop in which entries were read. */
  let seen: Set<number>;
  beforeEach(() => {
    turns = 0;
    turn = setImmediate(function count() {
      turns += 1;
      turn = setImmediate(count);
    });
    seen = new Set();
  });
  afterEach(() => clearImmediate(turn));

  /** The entry, whose revision takes a millisecond to read. */
  const slow = (entry: Entry): Entry => ({
    ...entry,
    get revision() {
      seen.add(turns);
      for (const start = performance.now(); performance.now() - start < 1;);
      return entry.revision;
    },
  });

  it('gives requests turns of the event loop, in a load and in a verification', async () => {
    const cache = await opened({ timeout: 10_000 }, (store) => {
      const written = Promise.all(
        Array.from({ length: ENTRIES }, (_, at) => store.create(`/things/${at}`, bytes('a'))),
      );
      return override(store, {
        async list(...args) {
          await written;
          const { entries, ...page } = await store.list(...args);
          return { ...page, entries: entries.map(slow) };
        },
      });
    });
    await cache.ready();
    assert.equal(cache.load('/things/')?.objects, ENTRIES);
    assert.ok(seen.size >= 4, `${seen.size} turns of the load`);
    seen.clear();
    assert.deepEqual((await cache.verify()).different, []);
    assert.ok(seen.size >= 4, `${seen.size} turns of the verification`);
  });

  it('gives requests turns in a long list, which is that of the time of its call', async () => {
    const collection = createCollection(COLLECTION, { age: 1000, bytes: 1000, now: () => 0 }, () => 1);
    const { prefix } = COLLECTION;
    const keys = Array.from({ length: 6 * STEP_ENTRIES }, (_, at) => `${prefix}${10 * STEP_ENTRIES + at}`);
    const [value, rare] = [bytes('a'), bytes('b')];
    const entries = keys.map((key, at) =>
      collection.withAttributes({ key, value: at % 5 === 0 ? rare : value, revision: 1 }),
    );
    const contents = new Contents(prefix);
    for (const entry of entries) contents.put(entry);
    collection.load(contents, 1);
    const { read } = createListReader();
    const listed = read(collection, collection.tree(), prefix, {});
    const again = read(collection, collection.tree(), prefix, {});
    const previous = entries.at(-1);
    assert.ok(previous);
    collection.apply({ type: 'delete', key: previous.key, revision: 2, previous });
    const before = turns;
    const found = await listed;
    assert.ok(turns > before);
    assert.deepEqual(found.entries, entries);
    assert.equal(await again, found);
    const indexed = read(collection, collection.tree(), prefix, { where: { label: 'is', values: ['b'] } });
    const [first] = entries;
    assert.ok(first);
    collection.apply({ type: 'delete', key: first.key, revision: 3, previous: first });
    const beforeIndexed = turns;
    assert.deepEqual(
      (await indexed).entries,
      entries.filter((_, at) => at % 5 === 0),
    );
    assert.ok(turns > beforeIndexed);
    const after = await read(collection, collection.tree(), prefix, {});
    assert.equal(after.entries.length, entries.length - 2);
  });
});
