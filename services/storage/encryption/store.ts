import { setImmediate } from 'node:timers/promises';
import type { Span } from '@pilothouse/runtime/tracing/span.js';
import {
  EncryptionError,
  unreadableEntry,
  UnreadableError,
  type DeleteOptions,
  type Entry,
  type JoinedChange,
  type Revision,
  type Store,
  type StoreEvent,
  type WatchBatch,
  type WriteResult,
} from '../store.js';
import { UnreadEntry } from '../unread-entry.js';
import { createPatience } from './patience.js';
import { createWritten } from './written.js';
import type { Clear, Transformer } from './transformer.js';

export interface EncryptedStoreOptions {
  /** The transformer of a key's values; undefined for keys that hold no objects, which stay in the clear. */
  readonly transformerOf: (key: string) => Transformer | undefined;
  /** What precedes keys in the backend, such as `/registry`. */
  readonly prefix: string;
  /** Called when the store is closed. */
  readonly onClosed?: () => void;
}

/** Number of values that are decrypted without a yield to the event loop: some milliseconds. */
const AT_ONCE = 256;

/**
 * Encrypts values in a store. Callers see them in the clear; entries that are not encrypted as a write would do now are
 * outdated. A value that cannot be read becomes an unreadable entry. Belongs below the cache, which then holds clear values.
 */
export function encryptedStore(store: Store, { transformerOf, prefix, onClosed }: EncryptedStoreOptions): Store {
  const written = createWritten();
  const patience = createPatience();
  const fullKey = (key: string): string => prefix + key;

  function failed(entry: Entry, cause: unknown): Entry {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return unreadableEntry(entry.key, entry.revision, new UnreadableError(fullKey(entry.key), reason));
  }

  function cleared({ key, revision }: Entry, { value, isStale }: Clear): Entry {
    return isStale ? { key, value, revision, outdated: true } : { key, value, revision };
  }

  /** The entry in the clear. A promise only if a service must be asked. */
  function open(entry: Entry, trace?: Span): Entry | Promise<Entry> {
    const transformer = transformerOf(entry.key);
    if (transformer === undefined) return entry;
    try {
      const clear = transformer.read(entry.value, Buffer.from(fullKey(entry.key)), trace);
      if (clear instanceof Promise) {
        return clear.then(
          (value) => cleared(entry, value),
          (error: unknown) => failed(entry, error),
        );
      }
      return clear.value === entry.value && !clear.isStale ? entry : cleared(entry, clear);
    } catch (error) {
      return failed(entry, error);
    }
  }

  async function openAll(entries: readonly Entry[], trace: Span | undefined): Promise<Entry[]> {
    const opened: Entry[] = [];
    for (let start = 0; start < entries.length; start += AT_ONCE) {
      if (start > 0) await setImmediate();
      // All calls of a service begin before the first is awaited.
      const begun = entries.slice(start, start + AT_ONCE).map((entry) => open(entry, trace));
      for (const entry of begun) opened.push(entry instanceof Promise ? await entry : entry);
    }
    return opened;
  }

  function seal(key: string, value: Uint8Array, trace?: Span): Uint8Array {
    const transformer = transformerOf(key);
    if (transformer === undefined) return value;
    try {
      const stored = transformer.write(value, Buffer.from(fullKey(key)), trace);
      if (stored !== value) written.add(key, { stored, value });
      return stored;
    } catch (error) {
      throw new EncryptionError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  }

  function sealJoined<Options extends DeleteOptions>(options: Options | undefined): Options | undefined {
    if (options?.joined === undefined || options.joined.length === 0) return options;
    const joined = options.joined.map((change): JoinedChange =>
      change.value === undefined ? change : { ...change, value: seal(change.key, change.value) },
    );
    return { ...options, joined };
  }

  /** Not async: an async function would add a promise for each write. */
  function attempt(write: () => Promise<WriteResult>): Promise<WriteResult> {
    try {
      return write().then(resultOf);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  function resultOf(result: WriteResult): WriteResult | Promise<WriteResult> {
    return result.ok || result.current === undefined ? result : refusal(result.current);
  }

  async function refusal(current: Entry): Promise<WriteResult> {
    return { ok: false, current: await open(current) };
  }

  /** The entry of an event. What this process wrote need not be decrypted. A caller that holds the state reads late values again. */
  function openEvent(entry: Entry, holdsState: boolean): Entry | Promise<Entry> {
    const value = written.take(entry.key, entry.value);
    if (value !== undefined) return { key: entry.key, value, revision: entry.revision };
    const opened = open(entry);
    if (!holdsState || !(opened instanceof Promise)) return opened;
    return patience(opened, () => failed(entry, 'the key service has not answered yet'));
  }

  function openBatch({ revision, events }: WatchBatch, holdsState: boolean): WatchBatch | Promise<WatchBatch> {
    const opened = events.map((event): StoreEvent | Promise<StoreEvent> => {
      const { previous } = event;
      const before = previous && (holdsState ? new UnreadEntry(previous, prefix) : open(previous));
      if (event.type === 'delete') return withPrevious(event, before ?? event.previous);
      const entry = openEvent(event.entry, holdsState);
      if (entry instanceof Promise || before instanceof Promise) return putOf(entry, before);
      return { type: 'put', entry, previous: before };
    });
    const ready = opened.filter((event): event is StoreEvent => !(event instanceof Promise));
    return ready.length === opened.length ? { revision, events: ready } : batchOf(revision, opened);
  }

  return {
    get provesProgress() {
      return store.provesProgress;
    },
    requestProgress: () => store.requestProgress(),
    async get(key, options, known) {
      const { entry, revision } = await store.get(key, options);
      if (entry === undefined) return { entry, revision };
      if (known !== undefined && known.revision === entry.revision && known.problem === undefined) {
        const isCurrent = isCurrentValue(transformerOf(key), entry.value);
        if (isCurrent === true) return { entry: known, revision };
        if (isCurrent === false) return { entry: { ...known, outdated: true }, revision };
      }
      return { entry: await open(entry, options?.trace), revision };
    },
    async list(prefix, options) {
      const page = await store.list(prefix, options);
      return { ...page, entries: await openAll(page.entries, options?.trace) };
    },
    create: (key, value, options) =>
      attempt(() => store.create(key, seal(key, value, options?.trace), sealJoined(options))),
    update: (key, value, expected, options) =>
      attempt(() => store.update(key, seal(key, value, options?.trace), expected, sealJoined(options))),
    delete: (key, expected, options) => attempt(() => store.delete(key, expected, sealJoined(options))),
    async *watch(prefix, options) {
      for await (const batch of store.watch(prefix, options)) {
        const opened = batch.events.length === 0 ? batch : openBatch(batch, options.holdsState === true);
        yield opened instanceof Promise ? await opened : opened;
      }
    },
    currentRevision: (options) => store.currentRevision(options),
    compact: (revision) => store.compact(revision),
    async close() {
      await store.close();
      onClosed?.();
    },
  };
}

async function batchOf(revision: Revision, events: readonly (StoreEvent | Promise<StoreEvent>)[]): Promise<WatchBatch> {
  const opened: StoreEvent[] = [];
  for (const event of events) opened.push(event instanceof Promise ? await event : event);
  return { revision, events: opened };
}

async function putOf(entry: Entry | Promise<Entry>, previous: Entry | Promise<Entry> | undefined): Promise<StoreEvent> {
  return { type: 'put', entry: await entry, previous: await previous };
}

function withPrevious(
  event: StoreEvent & { readonly type: 'delete' },
  previous: Entry | Promise<Entry>,
): StoreEvent | Promise<StoreEvent> {
  return previous instanceof Promise
    ? previous.then((entry) => ({ ...event, previous: entry }))
    : { ...event, previous };
}

/** Undefined if only a read can tell. */
function isCurrentValue(transformer: Transformer | undefined, stored: Uint8Array): boolean | undefined {
  if (transformer === undefined) return true;
  try {
    return transformer.isCurrent(stored);
  } catch {
    return undefined;
  }
}
