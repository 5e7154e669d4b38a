import assert from 'node:assert/strict';
import type { Entry } from '../store.js';
import { bytes, override, useCaches } from './cache.test.helper.js';

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
});
