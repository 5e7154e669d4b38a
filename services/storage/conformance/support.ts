import assert from 'node:assert/strict';
import type { Entry, Revision, Store, StoreEvent, WatchBatch, WriteResult } from '../store.js';
import type { StoreHarness } from './harness.js';

/** Opens an empty store before each test of the current `describe` and disposes of it afterwards. */
export function useStore(harness: StoreHarness): { current(): Store; replace(store: Store): void } {
  let store: Store | undefined;
  beforeEach(async () => {
    store = await harness.open();
  });
  afterEach(async () => {
    const opened = store;
    store = undefined;
    if (opened !== undefined) await harness.dispose(opened);
  });
  return {
    current() {
      assert.ok(store !== undefined);
      return store;
    },
    replace(next) {
      store = next;
    },
  };
}

export const bytes = (text: string): Uint8Array => Buffer.from(text);
export const text = (value: Uint8Array): string => Buffer.from(value).toString();

/** The revision of a write that must have succeeded. */
export function written(result: WriteResult): Revision {
  if (!result.ok) assert.fail(`lost against revision ${result.current?.revision}`);
  return result.revision;
}

export async function create(store: Store, key: string, value = 'v'): Promise<Revision> {
  return written(await store.create(key, bytes(value)));
}

/** Creates the keys one after another. */
export async function createAll(store: Store, keys: readonly string[]): Promise<void> {
  for (const key of keys) await create(store, key, `value of ${key}`);
}

export const keysOf = (entries: readonly Entry[]): string[] => entries.map(({ key }) => key);

/** An event in one line: `put /a 7 new (3 old)`. */
export function eventText(event: StoreEvent): string {
  const previous = event.previous === undefined ? '' : ` (${event.previous.revision} ${text(event.previous.value)})`;
  if (event.type === 'delete') return `delete ${event.key} ${event.revision}${previous}`;
  return `put ${event.entry.key} ${event.entry.revision} ${text(event.entry.value)}${previous}`;
}

export const revisionOf = (event: StoreEvent): Revision =>
  event.type === 'put' ? event.entry.revision : event.revision;

/** The batches of a watch until `enough`, which receives all events so far, returns true. Checks their order. */
export async function collect(
  store: Store,
  prefix: string,
  from: Revision,
  enough: (events: readonly StoreEvent[], revision: Revision) => boolean,
): Promise<StoreEvent[]> {
  const abort = new AbortController();
  const events: StoreEvent[] = [];
  for await (const batch of checked(store.watch(prefix, { from, signal: abort.signal }))) {
    events.push(...batch.events);
    if (enough(events, batch.revision)) break;
  }
  abort.abort();
  return events;
}

/** Passes batches on and fails when they are out of order. */
export async function* checked(batches: AsyncIterable<WatchBatch>): AsyncGenerator<WatchBatch> {
  let last = 0;
  for await (const batch of batches) {
    assert.ok(batch.revision >= last, `batch ${batch.revision} after batch ${last}`);
    let previous = last;
    for (const event of batch.events) {
      assert.ok(revisionOf(event) > last, `event ${revisionOf(event)} after the batch of ${last}`);
      assert.ok(revisionOf(event) >= previous, 'events within a batch are in order');
      assert.ok(revisionOf(event) <= batch.revision, 'no event is newer than its batch');
      previous = revisionOf(event);
    }
    last = batch.revision;
    yield batch;
  }
}

/** Fails when `promise` takes longer. */
export async function within<T>(milliseconds: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
