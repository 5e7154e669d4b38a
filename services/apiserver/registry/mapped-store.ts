import type { Entry, Store, StoreEvent, WatchBatch, WriteResult } from '@pilothouse/storage/store.js';
import type { Mapping } from '@pilothouse/kinds/definition/mapping.js';

/**
 * A store whose entries are those of another one in another form: nothing above it need know. Keys and revisions are the same.
 * An entry is mapped once for all readers.
 */
export function mappedStore(store: Store, { read, write, changesLabels }: Mapping): Store {
  const known = new WeakMap<Entry, Entry>();

  const entryOf = (entry: Entry): Entry => known.get(entry) ?? entry;

  /** What stands for the entries: the same list where each stands for itself. Maps those that were not read before. */
  async function mapAll(entries: readonly Entry[]): Promise<readonly Entry[]> {
    const unknown: Entry[] = [];
    let isSame = true;
    for (const entry of entries) {
      const mapped = known.get(entry);
      if (mapped === undefined) unknown.push(entry);
      else if (mapped !== entry) isSame = false;
    }
    if (unknown.length > 0) {
      const mapped = await read(unknown);
      for (const [index, entry] of unknown.entries()) known.set(entry, mapped[index] ?? entry);
      isSame = isSame && unknown.every((entry) => entryOf(entry) === entry);
    }
    return isSame ? entries : entries.map(entryOf);
  }

  async function convert(entry: Entry | undefined): Promise<Entry | undefined> {
    return entry && (known.get(entry) ?? (await mapAll([entry]))[0]);
  }

  async function mapBatch(batch: WatchBatch): Promise<WatchBatch> {
    const entries = batch.events.flatMap(entriesOf);
    if ((await mapAll(entries)) === entries) return batch;
    return { revision: batch.revision, events: batch.events.map((event) => mapEvent(event, entryOf)) };
  }
  /** Every watch gets the same batch. One that cannot be mapped is tried again for the next watch. */
  const batches = new WeakMap<WatchBatch, Promise<WatchBatch>>();
  const batchOf = (batch: WatchBatch): Promise<WatchBatch> => {
    let mapped = batches.get(batch);
    if (mapped === undefined) {
      mapped = mapBatch(batch);
      batches.set(batch, mapped);
      mapped.catch(() => batches.delete(batch));
    }
    return mapped;
  };

  const resultOf = async (result: WriteResult): Promise<WriteResult> =>
    result.ok ? result : { ok: false, current: await convert(result.current) };

  return {
    async get(key, readOptions) {
      const { entry, revision } = await store.get(key, readOptions);
      return { entry: await convert(entry), revision };
    },
    async list(prefix, listOptions) {
      const { where, ...others } = listOptions ?? {};
      const selects = changesLabels !== true && where !== undefined;
      const page = await store.list(prefix, { ...others, ...(selects && { where }) });
      const entries = await mapAll(page.entries);
      return entries === page.entries ? page : { ...page, entries };
    },
    create: async (key, value, writeOptions) =>
      resultOf(await store.create(key, await write(key, value), writeOptions)),
    update: async (key, value, expected, writeOptions) =>
      resultOf(await store.update(key, await write(key, value), expected, writeOptions)),
    delete: async (key, expected, readOptions) => resultOf(await store.delete(key, expected, readOptions)),
    async *watch(prefix, watchOptions) {
      for await (const batch of store.watch(prefix, watchOptions))
        yield batch.events.length === 0 ? batch : await batchOf(batch);
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

function entriesOf(event: StoreEvent): Entry[] {
  const previous = event.previous === undefined ? [] : [event.previous];
  return event.type === 'put' ? [event.entry, ...previous] : previous;
}

function mapEvent(event: StoreEvent, entryOf: (entry: Entry) => Entry): StoreEvent {
  if (event.type === 'delete') return { ...event, previous: entryOf(event.previous) };
  return { type: 'put', entry: entryOf(event.entry), previous: event.previous && entryOf(event.previous) };
}
