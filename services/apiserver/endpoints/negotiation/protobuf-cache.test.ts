import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { present } from '@pilothouse/apimachinery/schema/struct.test.helper.js';
import type { Entry } from '@pilothouse/storage/store.js';
import { testScope } from '../scope.test.helper.js';
import { createProtobufCache, partsOf, type Span } from './protobuf-cache.js';

const { resource } = testScope();
const [protobuf, protobufList] = [present(resource.protobuf), present(resource.protobufList)];
const entry = (key: string) => ({ key, value: new Uint8Array(), revision: 1 });
const textOf = ({ slab, raw, end }: Span): string => Buffer.from(slab.bytes?.subarray(raw, end) ?? []).toString();
const bytesOf = (text: string): Buffer => Buffer.from(text);

describe('the protobuf cache', () => {
  it('is keyed by entry and form', () => {
    const kept = createProtobufCache();
    const { find, add: keep } = kept.of(protobuf);
    const [a, b] = [entry('a'), entry('b')];
    assert.equal(textOf(keep(a, bytesOf('of a'))), 'of a');
    keep(b, bytesOf('of b'));
    assert.equal(textOf(find(a) as Span), 'of a');
    assert.equal(textOf(kept.of(protobuf).find(b) as Span), 'of b');
    assert.equal(find({ ...a }), undefined);
    assert.equal(kept.of(protobufList).find(a), undefined);
  });

  it('stores list items consecutively', () => {
    const { add: keep } = createProtobufCache().of(protobuf);
    const sizes = [0, 1, 127, 128, 300, 16_384];
    const spans = sizes.map((size) => keep(entry(`${size}`), Buffer.alloc(size, 'x')));
    const items = sizes.map((size) => protobufList.encodeRaw({ items: [{ data: { a: 'x'.repeat(size) } }] }));
    for (const [index, { slab, start, raw, end }] of spans.entries()) {
      assert.equal(start, spans[index - 1]?.end ?? 0);
      assert.equal(end - raw, sizes[index]);
      const size = (items[index]?.byteLength ?? 0) - (sizes[index] ?? 0);
      assert.ok(raw - start >= 2 && raw - start <= size);
      assert.equal(slab.bytes?.[start], 2 * 8 + 2);
    }
  });

  it('has the same parts for all lists, until it evicts them', () => {
    const maxBytes = 300 * 1024;
    const { add: keep } = createProtobufCache(maxBytes).of(protobuf);
    const spans = Array.from({ length: 200 }, (_, index) => keep(entry(`${index}`), Buffer.alloc(1000, `${index}.`)));
    const [{ slab }, { end }] = [spans[0] as Span, spans.at(-1) as Span];
    for (const start of [0, spans[10]?.start ?? 0, spans[100]?.start ?? 0]) {
      const parts = [...partsOf(slab, start, end)];
      assert.deepEqual(
        Buffer.concat(parts.map(({ bytes }) => bytes)),
        Buffer.from(slab.bytes?.subarray(start, end) ?? []),
      );
      const again = [...partsOf(slab, 0, end)].slice(-parts.length);
      for (const [index, { bytes, isShared }] of parts.entries()) {
        assert.ok(!isShared || again[index]?.bytes === bytes);
        assert.equal(isShared, bytes.byteLength > 32 * 1024 && bytes === again[index]?.bytes);
      }
    }
    const [, late] = [...partsOf(slab, 0, end)];
    const iterator = partsOf(slab, 0, end);
    iterator.next();
    keep(entry('large'), Buffer.alloc(maxBytes - 1000));
    assert.equal(slab.bytes, undefined);
    assert.deepEqual(iterator.next().value, late);
    assert.deepEqual(slab.windows, []);
    assert.deepEqual([...partsOf(slab, 0, end)], []);
  });

  it('is limited in bytes and evicts the oldest items', () => {
    const { find, add: keep } = createProtobufCache(1000).of(protobuf);
    const entries = Array.from({ length: 10 }, (_, index) => entry(`${index}`));
    for (const each of entries) keep(each, Buffer.alloc(400, each.key));
    const found = entries.map((each) => find(each) !== undefined);
    assert.deepEqual(found, [...Array<boolean>(8).fill(false), true, true]);
  });

  it('does not store values beyond its limit', () => {
    const { find, add: keep } = createProtobufCache(10).of(protobuf);
    const [small, large] = [entry('small'), entry('large')];
    keep(small, bytesOf('a'));
    assert.equal(textOf(keep(large, bytesOf('much too large'))), 'much too large');
    assert.equal(find(large), undefined);
    assert.equal(textOf(find(small) as Span), 'a');
  });

  it('retains no entries and no evicted bytes', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const { add: keep } = createProtobufCache(100_000).of(protobuf);
    const entries: WeakRef<object>[] = [];
    const slabs = new Set<WeakRef<ArrayBufferLike>>();
    const survivor = entry('survivor');
    const fill = (each: Entry): void => {
      const { slab } = keep(each, Buffer.alloc(90_000));
      if (slab.bytes !== undefined) slabs.add(new WeakRef(slab.bytes.buffer));
      entries.push(new WeakRef(each));
    };
    fill(survivor);
    for (let index = 0; index < 100; index++) fill(entry(`${index}`));
    await nextTurn();
    collectGarbage();
    await nextTurn();
    const alive = (refs: Iterable<WeakRef<object>>): number =>
      [...refs].filter((ref) => ref.deref() !== undefined).length;
    assert.equal(alive(entries), 1, survivor.key);
    assert.equal(alive(slabs), 1);
  });
});
