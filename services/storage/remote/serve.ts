import type { EmbeddedStore } from '../embedded/store.js';
import type { Entry, StoreEvent, WatchBatch, WriteResult } from '../store.js';
import { failureOf } from './failure.js';
import type { Answer, Call, FromHolder, Operations, Page, PageOptions, ToHolder } from './messages.js';
import { createOutbox } from './outbox.js';

/** A store that this process has opened. */
export interface HeldStore {
  readonly store: EmbeddedStore;
  /** Aborted, with the reason, when another process has taken over the store. */
  readonly lost: AbortSignal;
}

/** Another process that uses the store. */
export interface StoreUser {
  /** Called with each message of that process. */
  readonly hear: (calls: ToHolder) => void;
  /** That process has ended. */
  readonly end: () => void;
}

/** Limits of a page: each page is a piece of work, for both processes. */
const PAGE_ENTRIES = 5000;
const PAGE_BYTES = 2_000_000;

interface OpenWatch {
  readonly batches: AsyncIterator<WatchBatch>;
  readonly stop: () => void;
  readonly holdsState: boolean;
}

/** Lets another process use the store, by messages in both directions that arrive in order. `send` sends one to that process. */
export function serveStore({ store, lost }: HeldStore, send: (message: FromHolder) => void): StoreUser {
  const watches = new Map<number, OpenWatch>();
  const answer = createOutbox<Answer>((answers) => send({ answers }));
  const tellLost = (): void => send({ lost: failureOf(lost.reason) });
  lost.addEventListener('abort', tellLost, { once: true });
  if (lost.aborted) tellLost();

  /** The store for reads: once it is lost, what this process knows may be stale. The store itself refuses writes then. */
  function current(): EmbeddedStore {
    lost.throwIfAborted();
    return store;
  }

  function stop(watch: number): void {
    watches.get(watch)?.stop();
    watches.delete(watch);
  }

  async function next(watch: number): Promise<WatchBatch | undefined> {
    const open = watches.get(watch);
    if (open === undefined) return undefined;
    let isOver = true;
    try {
      const batch = await open.batches.next();
      if (batch.done === true) return undefined;
      isOver = false;
      return plainBatch(batch.value, open.holdsState);
    } finally {
      if (isOver) watches.delete(watch);
    }
  }

  const operations: Operations = {
    async get(key, atLeast, known) {
      const { entry, revision } = await current().get(key, atLeast === undefined ? {} : { atLeast });
      if (entry !== undefined && entry.revision === known) return { isKnown: true, revision };
      return { entry: entry && plainEntry(entry), revision };
    },
    list: (prefix, options) => readPage(current(), prefix, options),
    create: async (key, value, options) => plainResult(await store.create(key, value, options)),
    update: async (key, value, expected, options) => plainResult(await store.update(key, value, expected, options)),
    delete: async (key, expected, options) => plainResult(await store.delete(key, expected, options)),
    currentRevision: () => current().currentRevision(),
    compact: (revision) => store.compact(revision),
    space: async () => store.space(),
    watch(watch, prefix, { from, holdsState }) {
      const stopping = new AbortController();
      const batches = store.watch(prefix, { from, signal: stopping.signal })[Symbol.asyncIterator]();
      watches.set(watch, { batches, stop: () => stopping.abort(), holdsState });
      return next(watch);
    },
    next,
    stop: async (watch) => stop(watch),
  };

  async function run({ id, operation, args }: Call): Promise<void> {
    try {
      const perform = operations[operation] as (...given: readonly unknown[]) => Promise<unknown>;
      answer({ id, result: await perform(...args) });
    } catch (error) {
      answer({ id, failure: failureOf(error) });
    }
  }

  return {
    hear(calls) {
      for (const call of calls) void run(call);
    },
    end() {
      lost.removeEventListener('abort', tellLost);
      for (const watch of watches.keys()) stop(watch);
    },
  };
}

async function readPage(store: EmbeddedStore, prefix: string, options: PageOptions): Promise<Page> {
  const { isAfter, limit, ...range } = options;
  const most = Math.min(limit, PAGE_ENTRIES);
  const list = await store.list(prefix, { ...range, limit: isAfter ? most + 1 : most });
  const first = isAfter && list.entries[0]?.key === options.start ? 1 : 0;
  const entries: Entry[] = [];
  let bytes = 0;
  for (let index = first; index < list.entries.length && entries.length < most && bytes < PAGE_BYTES; index += 1) {
    const entry = list.entries[index];
    if (entry === undefined) break;
    bytes += entry.value.byteLength;
    entries.push(plainEntry(entry));
  }
  const { revision } = list;
  return { entries, revision, remaining: list.remaining + list.entries.length - first - entries.length };
}

/** Readers in this process add fields of their own to entries. */
function plainEntry({ key, value, revision }: Entry): Entry {
  return { key, value, revision };
}

function plainResult(result: WriteResult): WriteResult {
  return result.ok ? result : { ok: false, current: result.current && plainEntry(result.current) };
}

function plainBatch({ revision, events }: WatchBatch, holdsState: boolean): WatchBatch {
  const previousOf = holdsState ? withoutValue : plainEntry;
  return {
    revision,
    events: events.map((event): StoreEvent => {
      if (event.type === 'delete') return { ...event, previous: previousOf(event.previous) };
      return { type: 'put', entry: plainEntry(event.entry), previous: event.previous && previousOf(event.previous) };
    }),
  };
}

const NOTHING = new Uint8Array();

function withoutValue({ key, revision }: Entry): Entry {
  return { key, value: NOTHING, revision };
}
