import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { StoreHarness } from './harness.js';
import type { Revision, StoreEvent } from '../store.js';
import { bytes, checked, collect, create, eventText, revisionOf, text, useStore, within, written } from './support.js';

export function watchConformance(harness: StoreHarness): void {
  describe('watches', () => {
    const store = useStore(harness);

    it('send past events once, with the previous entries', async () => {
      const a = await create(store.current(), '/w/a', '1');
      const b = await create(store.current(), '/w/b', '1');
      await create(store.current(), '/other', '1');
      const a2 = written(await store.current().update('/w/a', bytes('2'), a));
      const gone = written(await store.current().delete('/w/b', b));
      const again = await create(store.current(), '/w/b', '3');
      const expected = [
        `put /w/a ${a} 1`,
        `put /w/b ${b} 1`,
        `put /w/a ${a2} 2 (${a} 1)`,
        `delete /w/b ${gone} (${b} 1)`,
        `put /w/b ${again} 3`,
      ];
      const all = await collect(store.current(), '/w/', a, (events) => events.length === 5);
      assert.deepEqual(all.map(eventText), expected);
      const later = await collect(store.current(), '/w/', a2, (events) => events.length === 3);
      assert.deepEqual(later.map(eventText), expected.slice(2));
    });

    it('send new events', async () => {
      const now = await create(store.current(), '/a', 'before');
      const collected = collect(store.current(), '/', now + 1, (events) => events.length === 2);
      await delay(20);
      const b = await create(store.current(), '/b', '1');
      await delay(20);
      const deleted = written(await store.current().delete('/a', now));
      const events = await within(5000, 'the watch', collected);
      assert.deepEqual(events.map(eventText), [`put /b ${b} 1`, `delete /a ${deleted} (${now} before)`]);
    });

    it('wait for a future revision', async () => {
      const now = await create(store.current(), '/a', '0');
      const collected = collect(store.current(), '/', now + 3, (events) => events.length === 1);
      await delay(20);
      for (const key of ['/b', '/c', '/d']) await create(store.current(), key, '1');
      const events = await within(5000, 'the watch', collected);
      assert.deepEqual(events.map(eventText), [`put /d ${now + 3} 1`]);
    });

    it('match the prefix literally', async () => {
      const from = (await store.current().currentRevision()) + 1;
      for (const key of ['/a', '/a/b', '/a/bc', '/a/b/c', '/b']) await create(store.current(), key);
      const events = await collect(store.current(), '/a/b', from, (seen) => seen.length === 3);
      assert.deepEqual(events.map(keyOf), ['/a/b', '/a/bc', '/a/b/c']);
      const everything = await collect(store.current(), '', from, (seen) => seen.length === 5);
      assert.equal(everything.length, 5);
    });

    it('lose and repeat no event under concurrent writes', async () => {
      const from = (await store.current().currentRevision()) + 1;
      const watching = [from, from, from + 40].map((start) =>
        collect(store.current(), '/c/', start, (events) => keyOf(events.at(-1)) === '/c/last'),
      );
      await Promise.all(Array.from({ length: 8 }, (_, writer) => writeMuch(writer)));
      await create(store.current(), '/c/last');
      const [one, two, later] = await within(20_000, 'the watches', Promise.all(watching));
      assert.ok(one !== undefined && two !== undefined && later !== undefined);
      assert.equal(one.length, 8 * 60 + 1);
      assert.deepEqual(two.map(eventText), one.map(eventText));
      const since = one.filter((event) => revisionOf(event) >= from + 40);
      assert.deepEqual(later.map(eventText), since.map(eventText));
      checkHistory(one);
    }).timeout(60_000);

    it('show every state to a reader that lists and then watches', async () => {
      await create(store.current(), '/m/0', '0');
      const { entries, revision } = await store.current().list('/m/');
      const model = new Map(entries.map(({ key, value }) => [key, text(value)]));
      const writing = (async () => {
        for (let i = 1; i <= 60; i++) await put(`/m/${i % 7}`, `${i}`);
        return create(store.current(), '/m/last', 'last');
      })();
      for (const event of await collect(
        store.current(),
        '/m/',
        revision + 1,
        (seen) => keyOf(seen.at(-1)) === '/m/last',
      )) {
        if (event.type === 'put') model.set(event.entry.key, text(event.entry.value));
        else model.delete(event.key);
      }
      await writing;
      const now = (await store.current().list('/m/')).entries.map(({ key, value }) => [key, text(value)]);
      assert.deepEqual(
        [...model].sort(([a], [b]) => (a < b ? -1 : 1)),
        now,
      );
    });

    it('carry large values', async () => {
      const from = (await store.current().currentRevision()) + 1;
      const value = Buffer.alloc(1_500_000, 'large ');
      const collected = collect(store.current(), '/', from, (events) => events.length === 2);
      const first = written(await store.current().create('/large', value));
      written(await store.current().update('/large', Buffer.alloc(0), first));
      const [created, updated] = await within(10_000, 'the watch', collected);
      assert.ok(created?.type === 'put' && Buffer.compare(created.entry.value, value) === 0);
      assert.ok(updated?.type === 'put' && updated.entry.value.length === 0);
      assert.ok(updated.previous !== undefined && Buffer.compare(updated.previous.value, value) === 0);
    });

    it('end promptly without an error when aborted, in any state', async () => {
      const from = await create(store.current(), '/a');
      for (const wait of [0, 5, 50]) {
        const abort = new AbortController();
        const ended = consume(from, abort.signal);
        await delay(wait);
        abort.abort();
        assert.ok((await within(1000, 'ending the watch', ended)) <= 1);
      }
      const aborted = consume(from, AbortSignal.abort());
      assert.equal(await within(1000, 'an aborted watch', aborted), 0);
    });

    it('end when their reader returns', async () => {
      const from = await create(store.current(), '/a');
      const { signal } = new AbortController();
      for await (const batch of store.current().watch('/', { from, signal })) {
        if (batch.events.length > 0) break;
      }
    });

    async function writeMuch(writer: number): Promise<void> {
      for (let i = 0; i < 20; i++) {
        const created = await create(store.current(), `/c/${writer}`, `${i}`);
        const updated = written(await store.current().update(`/c/${writer}`, bytes(`${i}!`), created));
        written(await store.current().delete(`/c/${writer}`, updated));
      }
    }

    async function consume(from: Revision, signal: AbortSignal): Promise<number> {
      let count = 0;
      for await (const batch of checked(store.current().watch('/', { from, signal }))) count += batch.events.length;
      return count;
    }

    async function put(key: string, value: string): Promise<void> {
      const { entry } = await store.current().get(key);
      if (entry === undefined) await create(store.current(), key, value);
      else if (Number(value) % 5 === 0) written(await store.current().delete(key, entry.revision));
      else written(await store.current().update(key, bytes(value), entry.revision));
    }
  });
}

function keyOf(event: StoreEvent | undefined): string | undefined {
  return event?.type === 'put' ? event.entry.key : event?.key;
}

/** Checks that each event's `previous` is the state left by the events before. */
function checkHistory(events: readonly StoreEvent[]): void {
  const model = new Map<string, string>();
  for (const event of events) {
    const key = keyOf(event) ?? '';
    const previous = event.previous && `${event.previous.revision} ${text(event.previous.value)}`;
    assert.equal(previous, model.get(key), eventText(event));
    if (event.type === 'put') model.set(key, `${event.entry.revision} ${text(event.entry.value)}`);
    else model.delete(key);
  }
}
