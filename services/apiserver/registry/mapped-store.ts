import type { Entry, Store, StoreEvent, WatchBatch, WriteResult } from '@pilothouse/storage/store.js';

export interface Mapping {
  /** What stands for an entry of the store; the entry itself where nothing is to be changed. */
  readonly read: (entry: Entry) => Entry;
  /** What is written for a value. */
  readonly write: (key: string, value: Uint8Array) => Uint8Array;
}

/**
 * A store whose entries are those of another one in another form: everything above it need not know. Keys and revisions
 * are the same. What the store hands to several readers is mapped once for all of them.
 */
export function mappedStore(store: Store, { read, write }: Mapping): Store {
  const entryOf = remembering(read);
  const convert = (entry: Entry | undefined): Entry | undefined => entry && entryOf(entry);
  const eventOf = (event: StoreEvent): StoreEvent => {
    if (event.type === 'delete') return { ...event, previous: entryOf(event.previous) };
    return { type: 'put', entry: entryOf(event.entry), previous: convert(event.previous) };
  };
  const isAsItWas = ({ events }: WatchBatch): boolean =>
    events.every(
      (event) =>
        convert(event.previous) === event.previous && (event.type === 'delete' || entryOf(event.entry) === event.entry),
    );
  const batchOf = remembering((batch: WatchBatch): WatchBatch =>
    isAsItWas(batch) ? batch : { revision: batch.revision, events: batch.events.map(eventOf) },
  );
  const resultOf = (result: WriteResult): WriteResult =>
    result.ok ? result : { ok: false, current: convert(result.current) };

  return {
    async get(key, readOptions) {
      const { entry, revision } = await store.get(key, readOptions);
      return { entry: convert(entry), revision };
    },
    async list(prefix, listOptions) {
      const page = await store.list(prefix, listOptions);
      return { ...page, entries: page.entries.map(entryOf) };
    },
    create: async (key, value, writeOptions) => resultOf(await store.create(key, write(key, value), writeOptions)),
    update: async (key, value, expected, writeOptions) =>
      resultOf(await store.update(key, write(key, value), expected, writeOptions)),
    delete: async (key, expected, readOptions) => resultOf(await store.delete(key, expected, readOptions)),
    async *watch(prefix, watchOptions) {
      for await (const batch of store.watch(prefix, watchOptions)) yield batchOf(batch);
    },
    get provesProgress() {
      return store.provesProgress;
    },
    currentRevision: (readOptions) => store.currentRevision(readOptions),
    requestProgress: () => store.requestProgress(),
    compact: (revision) => store.compact(revision),
    close: () => store.close(),
  };
}

/** A function that makes something of each object once, for as long as somebody has the object. */
function remembering<From extends object, To>(make: (from: From) => To): (from: From) => To {
  const made = new WeakMap<From, To>();
  return (from) => {
    let to = made.get(from);
    if (to === undefined) made.set(from, (to = make(from)));
    return to;
  };
}
