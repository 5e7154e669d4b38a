import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Entry } from '@pilothouse/storage/store.js';
import * as fc from 'fast-check';
import { createListCache, type EncodeItems, type ListCache } from './list-cache.js';

const KILOBYTE = 1024;
const form = {};

const SPACE = Buffer.alloc(32 * KILOBYTE);

function entryOf(key: string, revision = 1, size = KILOBYTE): Entry {
  return { key, value: SPACE.subarray(0, size), revision };
}

function entriesOf(count: number): Entry[] {
  return Array.from({ length: count }, (_, index) => entryOf(String(index).padStart(6, '0')));
}

/** The text of each chunk, which is a buffer of the size that it would have. */
const texts = new WeakMap<Uint8Array, string>();

/** Counts the encoded items. */
function counter() {
  let items = 0;
  const encode: EncodeItems = (entries, values, isFirst) => {
    items += entries.length;
    assert.ok(entries.every(({ value }, index) => value === values[index]));
    const bytes = Buffer.allocUnsafeSlow(values.reduce((sum, { byteLength }) => sum + byteLength, 0));
    texts.set(bytes, (isFirst ? '' : ',') + expected(entries));
    return bytes;
  };
  return { encode, items: () => items };
}

const textOf = (chunks: Iterable<Uint8Array>): string => [...chunks].map((chunk) => texts.get(chunk)).join('');
const expected = (entries: readonly Entry[]): string =>
  entries.map(({ key, revision }) => `${key}=${revision}`).join(',');

/** Lists as often as it takes until the chunks are shared. */
function warm({ chunksOf }: ListCache, entries: readonly Entry[], encode: EncodeItems): Uint8Array[] {
  for (let use = 0; use < 2; use++) assert.ok([...chunksOf(form, entries, encode)].length > 0);
  return [...chunksOf(form, entries, encode)];
}

describe('the cache of list items', () => {
  it('shares the chunks of a list from its second use on', () => {
    const cache = createListCache();
    const { encode, items } = counter();
    const entries = entriesOf(1000);
    const chunks = warm(cache, entries, encode);
    assert.equal(items(), 2000);
    for (const [index, chunk] of [...cache.chunksOf(form, entries, encode)].entries())
      assert.equal(chunk, chunks[index]);
    assert.equal(items(), 2000);
    assert.ok(chunks.every(({ byteLength }) => byteLength <= 57 * KILOBYTE));
  });

  it('encodes another form again', () => {
    const cache = createListCache();
    const { encode, items } = counter();
    const entries = entriesOf(10);
    warm(cache, entries, encode);
    assert.equal(textOf(cache.chunksOf({}, entries, encode)), expected(entries));
    assert.equal(items(), 30);
  });

  const changes: readonly (readonly [name: string, change: (entries: Entry[], at: number) => void])[] = [
    ['a changed object', (entries, at) => void (entries[at] = entryOf(entries[at]?.key ?? '', 2))],
    ['a new object', (entries, at) => void entries.splice(at, 0, entryOf(`${entries[at]?.key}x`))],
    ['a deleted object', (entries, at) => void entries.splice(at, 1)],
  ];
  for (const [name, change] of changes) {
    it(`encodes the surroundings of ${name} again`, () => {
      const cache = createListCache();
      const { encode, items } = counter();
      const entries = entriesOf(1000);
      warm(cache, entries, encode);
      for (let at = 0; at < 900; at += 197) {
        change(entries, at);
        const before = items();
        assert.equal(textOf(cache.chunksOf(form, entries, encode)), expected(entries));
        assert.ok(items() - before < 200, `${items() - before} items at ${at}`);
        warm(cache, entries, encode);
      }
    });
  }

  it('lists what it is given, whatever was listed before', () => {
    const pool = Array.from({ length: 60 }, (_, index) =>
      [1, 2].map((revision) => entryOf(String(index).padStart(2, '0'), revision, 100 + ((index * 7919) % 30_000))),
    );
    const list = fc
      .tuple(fc.nat(40), fc.nat(60), fc.array(fc.nat(5), { minLength: 60, maxLength: 60 }))
      .map(([from, count, kinds]) =>
        pool
          .slice(from, from + count)
          .flatMap((versions, index) => versions[Math.max(0, (kinds[index] ?? 0) - 3)] ?? []),
      );
    fc.assert(
      fc.property(fc.array(list, { maxLength: 12 }), fc.nat(600_000), (lists, maxBytes) => {
        const { chunksOf } = createListCache({ maxBytes });
        const { encode } = counter();
        for (const entries of lists) assert.equal(textOf(chunksOf(form, entries, encode)), expected(entries));
      }),
      { numRuns: 100 },
    );
  });

  it('keeps what it has when it is full', () => {
    const cache = createListCache({ maxBytes: 300 * KILOBYTE });
    const { encode, items } = counter();
    const [kept, other] = [entriesOf(200), entriesOf(200)];
    const chunks = warm(cache, kept, encode);
    warm(cache, other, encode);
    const before = items();
    assert.equal([...cache.chunksOf(form, kept, encode)][0], chunks[0]);
    assert.equal(items(), before);
    assert.equal(textOf(cache.chunksOf(form, other, encode)), expected(other));
    assert.ok(items() > before);
  });

  it('drops chunks that are not used', async () => {
    const cache = createListCache({ maxBytes: 300 * KILOBYTE, idle: 1 });
    const { encode } = counter();
    const [kept, other] = [entriesOf(200), entriesOf(200)];
    warm(cache, kept, encode);
    // Room for others again.
    for (;;) {
      const [chunk] = warm(cache, other, encode);
      if ([...cache.chunksOf(form, other, encode)][0] === chunk) break;
      await delay(1);
    }
  });
});
