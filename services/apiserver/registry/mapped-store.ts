import type { Span } from '@pilothouse/runtime/tracing/span.js';
import { eachBatch } from '@pilothouse/storage/each-batch.js';
import type {
  Entry,
  OnBatch,
  Revision,
  Store,
  StoreEvent,
  Watch,
  WatchBatch,
  WriteResult,
} from '@pilothouse/storage/store.js';
import type { Mapping } from '@pilothouse/kinds/definition/mapping.js';

/**
 * Presents the entries of a store in another form, transparently to callers. Keys and revisions are the same. Each
 * entry is mapped once for all readers.
 */
export function mappedStore(store: Store, mapping: Mapping, prepare?: Prepare): Store {
  return new MappedStore(store, mapping, prepare);
}

/** Called before entries are mapped that were not read before. */
type Prepare = () => Promise<void>;

/** A class, since there may be one for each of thousands of custom kinds: closures and an accessor take 3 KB each. */
class MappedStore implements Store {
  readonly #store: Store;
  readonly #mapping: Mapping;
  readonly #prepare: Prepare | undefined;
  /**
   * Mapped entries by stored entry. Entries that map to themselves, nearly all of a custom kind, name this map as their
   * reader.
   */
  readonly #known = new WeakMap<Entry, Entry>();
  /** All watches share mapped batches. A failed mapping is retried for the next watch. */
  readonly #batches = new WeakMap<WatchBatch, Promise<WatchBatch> | WatchBatch>();

  constructor(store: Store, mapping: Mapping, prepare: Prepare | undefined) {
    this.#store = store;
    this.#mapping = mapping;
    this.#prepare = prepare;
  }

  async get(...[key, options]: Parameters<Store['get']>): ReturnType<Store['get']> {
    const { entry, revision } = await this.#store.get(key, options);
    return { entry: await this.#convert(entry, options?.trace), revision };
  }

  async list(...[prefix, options]: Parameters<Store['list']>): ReturnType<Store['list']> {
    const { where, ...others } = options ?? {};
    const selects = this.#mapping.changesLabels !== true && where !== undefined;
    const page = await this.#store.list(prefix, { ...others, ...(selects && { where }) });
    const entries = await this.#mapAll(page.entries, options?.trace);
    return entries === page.entries ? page : { ...page, entries };
  }

  async create(...[key, value, options]: Parameters<Store['create']>): Promise<WriteResult> {
    const mapped = await this.#mapping.write(key, value, options?.trace);
    return this.#resultOf(await this.#store.create(key, mapped, options));
  }

  async update(...[key, value, expected, options]: Parameters<Store['update']>): Promise<WriteResult> {
    const mapped = await this.#mapping.write(key, value, options?.trace);
    return this.#resultOf(await this.#store.update(key, mapped, expected, options));
  }

  async delete(...[key, expected, options]: Parameters<Store['delete']>): Promise<WriteResult> {
    return this.#resultOf(await this.#store.delete(key, expected, options));
  }

  watch(...[prefix, options]: Parameters<Store['watch']>): Watch {
    return new MappedWatch(this.#store.watch(prefix, options), this.#batchOf);
  }

  get provesProgress(): boolean {
    return this.#store.provesProgress;
  }

  currentRevision(...[options]: Parameters<Store['currentRevision']>): ReturnType<Store['currentRevision']> {
    return this.#store.currentRevision(options);
  }

  requestProgress(): Promise<void> {
    return this.#store.requestProgress();
  }

  compact(revision: Revision): Promise<void> {
    return this.#store.compact(revision);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  readonly #entryOf = (entry: Entry): Entry => this.#known.get(entry) ?? entry;

  /** The mapped entries; the same list if each maps to itself. Maps those that are not known yet. */
  async #mapAll(entries: readonly Entry[], trace?: Span): Promise<readonly Entry[]> {
    const known = this.#known;
    const unknown: Entry[] = [];
    let isSame = true;
    for (const entry of entries) {
      if (entry.sameFor === known || entry.problem !== undefined) continue;
      if (known.has(entry)) isSame = false;
      else unknown.push(entry);
    }
    if (unknown.length > 0) {
      await this.#prepare?.();
      const mapped = await this.#mapping.read(unknown, trace);
      for (const [index, entry] of unknown.entries()) {
        const other = mapped[index] ?? entry;
        if (other === entry) {
          entry.sameFor = known;
        } else {
          known.set(entry, other);
          isSame = false;
        }
      }
    }
    return isSame ? entries : entries.map(this.#entryOf);
  }

  async #convert(entry: Entry | undefined, trace?: Span): Promise<Entry | undefined> {
    if (entry === undefined || entry.sameFor === this.#known) return entry;
    return this.#known.get(entry) ?? (await this.#mapAll([entry], trace))[0];
  }

  async #resultOf(result: WriteResult): Promise<WriteResult> {
    return result.ok ? result : { ok: false, current: await this.#convert(result.current) };
  }

  readonly #batchOf: MapBatch = (batch) => {
    if (batch.events.length === 0) return batch;
    const known = this.#batches.get(batch);
    if (known !== undefined) return known;
    const mapped = this.#mapBatch(batch);
    this.#batches.set(batch, mapped);
    mapped.then(
      (value) => this.#batches.set(batch, value),
      () => this.#batches.delete(batch),
    );
    return mapped;
  };

  async #mapBatch(batch: WatchBatch): Promise<WatchBatch> {
    const entries = batch.events.flatMap(entriesOf);
    if ((await this.#mapAll(entries)) === entries) return batch;
    return { revision: batch.revision, events: batch.events.map((event) => mapEvent(event, this.#entryOf)) };
  }
}

/** The mapped batch: not a promise if it is known. */
type MapBatch = (batch: WatchBatch) => Promise<WatchBatch> | WatchBatch;

class MappedWatch implements Watch {
  readonly #watch: Watch;
  readonly #map: MapBatch;

  constructor(watch: Watch, map: MapBatch) {
    this.#watch = watch;
    this.#map = map;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WatchBatch> {
    for await (const batch of this.#watch) yield await this.#map(batch);
  }

  each(onBatch: OnBatch): Promise<void> {
    const map = this.#map;
    return eachBatch(this.#watch, (batch) => {
      const mapped = map(batch);
      return mapped instanceof Promise ? mapped.then(onBatch) : onBatch(mapped);
    });
  }
}

function entriesOf(event: StoreEvent): Entry[] {
  const previous = event.previous === undefined ? [] : [event.previous];
  return event.type === 'put' ? [event.entry, ...previous] : previous;
}

function mapEvent(event: StoreEvent, entryOf: (entry: Entry) => Entry): StoreEvent {
  if (event.type === 'delete') return { ...event, previous: entryOf(event.previous) };
  return { type: 'put', entry: entryOf(event.entry), previous: event.previous && entryOf(event.previous) };
}
