import assert from 'node:assert/strict';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import type { Entry, Store, WatchBatch } from '@pilothouse/storage/store.js';
import { convertingStore } from './converting-store.js';
import { storedForm } from '@pilothouse/kinds/definition/stored-form.js';

const OLD = { kind: 'Thing', apiVersion: 'v1' };
const NEW = { kind: 'Thing', apiVersion: 'new/v1' };

const OLD_FORM = storedForm(OLD, OLD);
const NEW_FORM = storedForm(NEW, NEW);

/** The object with its one field renamed. */
function renamed(object: JsonObject, from: string, to: string): JsonObject {
  return Object.assign(newObject(), { metadata: object['metadata'], [to]: object[from] });
}

const thing = (field: string, value: string): JsonObject =>
  Object.assign(newObject(), {
    metadata: Object.assign(newObject(), { name: 'a', labels: { l: value } }),
    [field]: value,
  });

const text = ({ value }: Entry): string => Buffer.from(value).toString();
const inNewForm = (value: string): string =>
  `{"kind":"Thing","apiVersion":"new/v1","metadata":{"name":"a","labels":{"l":"${value}"}},"size":"${value}"}`;

describe('a store of objects that another resource stores', () => {
  let inner: Store;
  let conversions: number;
  let store: Store;
  beforeEach(async () => {
    inner = await openEmbeddedStore({ ephemeral: true });
    conversions = 0;
    store = convertingStore(inner, {
      fromStored(object) {
        conversions++;
        return renamed(object, 'length', 'size');
      },
      toStored: (object) => renamed(object, 'size', 'length'),
      served: NEW_FORM,
      stored: OLD_FORM,
      attributesOf: (_key, object) => ({ labels: {}, fields: { size: JSON.stringify(object['size']) } }),
    });
  });
  afterEach(() => store.close());

  const put = async (key: string, value: string): Promise<number> => {
    const result = await inner.create(key, OLD_FORM.encode(thing('length', value)));
    assert.ok(result.ok);
    return result.revision;
  };

  it('returns them in their own form, with matching selector attributes', async () => {
    const revision = await put('/things/a', 'x');
    const { entry } = await store.get('/things/a');
    assert.ok(entry);
    assert.equal(text(entry), inNewForm('x'));
    assert.deepEqual([entry.key, entry.revision, entry.attributes?.fields], ['/things/a', revision, { size: '"x"' }]);
    assert.equal((await store.get('/things/b')).entry, undefined);
  });

  it('writes them in the other form', async () => {
    const created = await store.create('/things/a', NEW_FORM.encode(thing('size', 'x')));
    assert.ok(created.ok);
    const updated = await store.update('/things/a', NEW_FORM.encode(thing('size', 'y')), created.revision);
    assert.ok(updated.ok);
    const { entry } = await inner.get('/things/a');
    assert.ok(entry);
    assert.deepEqual(Buffer.from(entry.value), Buffer.from(OLD_FORM.encode(thing('length', 'y'))));
    assert.ok((await store.delete('/things/a', updated.revision)).ok);
    assert.equal((await inner.get('/things/a')).entry, undefined);
  });

  it('returns the conflicting entry in its own form', async () => {
    await put('/things/a', 'x');
    const value = NEW_FORM.encode(thing('size', 'y'));
    for (const lost of [
      await store.create('/things/a', value),
      await store.update('/things/a', value, 1_000_000),
      await store.delete('/things/a', 1_000_000),
    ]) {
      assert.ok(!lost.ok && lost.current !== undefined);
      assert.equal(text(lost.current), inNewForm('x'));
    }
    assert.deepEqual(await store.update('/things/b', value, 1), { ok: false, current: undefined });
  });

  it('lists them in pages', async () => {
    for (const name of ['a', 'b', 'c']) await put(`/things/${name}`, name);
    const first = await store.list('/things/', { limit: 2 });
    assert.deepEqual([first.entries.map(text), first.remaining], [['a', 'b'].map(inNewForm), 1]);
    const { entries } = await store.list('/things/', { start: '/things/c', revision: first.revision });
    assert.deepEqual(entries.map(text), [inNewForm('c')]);
  });

  it('sets the ttl of its writes', async () => {
    await store.create('/things/a', NEW_FORM.encode(thing('size', 'x')), { ttl: 0.01 });
    const ended = new AbortController();
    const from = (await inner.currentRevision()) + 1;
    for await (const { events } of store.watch('/things/', { from, signal: ended.signal })) {
      const [event] = events;
      if (event === undefined) continue;
      assert.ok(event.type === 'delete');
      assert.equal(text(event.previous), inNewForm('x'));
      break;
    }
  });

  it('converts a shared batch once, and hands the same result to all watches', async () => {
    const entry: Entry = { key: '/things/a', value: OLD_FORM.encode(thing('length', 'x')), revision: 2 };
    const previous: Entry = { key: '/things/a', value: OLD_FORM.encode(thing('length', 'w')), revision: 1 };
    const batch: WatchBatch = { revision: 2, events: [{ type: 'put', entry, previous }] };
    inner.list = async () => ({ entries: [entry, previous], revision: 2, remaining: 0 });
    inner.watch = async function* () {
      yield batch;
    };
    const seen: WatchBatch[] = [];
    for (let reader = 0; reader < 3; reader++) {
      const watch = store.watch('/things/', { from: 1, signal: new AbortController().signal });
      for await (const each of watch) seen.push(each);
    }
    const { entries } = await store.list('/things/');
    assert.equal(conversions, 2);
    assert.equal(seen.length, 3);
    assert.ok(seen.every((each) => each === seen[0]));
    const [event] = seen[0]?.events ?? [];
    assert.ok(event?.type === 'put' && event.entry === entries[0] && event.previous === entries[1]);
    assert.deepEqual(entries.map(text), [inNewForm('x'), inNewForm('w')]);
  });

  it('forwards everything else', async () => {
    const revision = await put('/things/a', 'x');
    assert.equal(await store.currentRevision(), revision);
    assert.equal(store.provesProgress, inner.provesProgress);
    await store.requestProgress();
    await store.compact(revision);
    await assert.rejects(inner.list('/things/', { revision: revision - 1 }), /compacted/);
  });
});
