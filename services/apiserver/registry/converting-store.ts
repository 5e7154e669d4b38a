import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Attributes, Entry, Store, StoreEvent, WatchBatch, WriteResult } from '../storage/store.js';
import type { StoredAs } from './definition.js';
import type { StoredForm } from './stored-form.js';

export interface ConvertingOptions {
  /** The two lose nothing, and give objects in normal form. */
  readonly fromStored: StoredAs['fromStored'];
  readonly toStored: StoredAs['toStored'];
  /** How the objects would be stored if they were kept as what they are served as. */
  readonly served: StoredForm;
  /** How they are stored. */
  readonly stored: StoredForm;
  /** What selectors see of a served object. */
  readonly attributesOf: (key: string, object: JsonObject) => Attributes;
}

/**
 * The objects of another resource as if they were kept in the form of this one: everything above it need not know.
 * Keys and revisions are the same. What the store hands to several readers is converted once for all of them.
 */
export function convertingStore(store: Store, options: ConvertingOptions): Store {
  const { served, stored, fromStored, toStored, attributesOf } = options;
  const entryOf = remembering(({ key, value, revision }: Entry): Entry => {
    const object = fromStored(stored.decode({ key, value, revision: 0 }));
    return { key, value: served.encode(object), revision, attributes: attributesOf(key, object) };
  });
  const convert = (entry: Entry | undefined): Entry | undefined => entry && entryOf(entry);
  const eventOf = (event: StoreEvent): StoreEvent =>
    event.type === 'put'
      ? { type: 'put', entry: entryOf(event.entry), previous: convert(event.previous) }
      : { ...event, previous: entryOf(event.previous) };
  const batchOf = remembering(({ revision, events }: WatchBatch): WatchBatch => ({
    revision,
    events: events.map(eventOf),
  }));
  const resultOf = (result: WriteResult): WriteResult =>
    result.ok ? result : { ok: false, current: convert(result.current) };
  const storedValue = (key: string, value: Uint8Array): Uint8Array =>
    stored.encode(toStored(served.decode({ key, value, revision: 0 })));

  return {
    async get(key, readOptions) {
      const { entry, revision } = await store.get(key, readOptions);
      return { entry: convert(entry), revision };
    },
    async list(prefix, listOptions) {
      const page = await store.list(prefix, listOptions);
      return { ...page, entries: page.entries.map(entryOf) };
    },
    create: async (key, value, writeOptions) =>
      resultOf(await store.create(key, storedValue(key, value), writeOptions)),
    update: async (key, value, expected, writeOptions) =>
      resultOf(await store.update(key, storedValue(key, value), expected, writeOptions)),
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
