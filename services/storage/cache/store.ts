import { createCalls } from '../calls.js';
import { eventKey } from '../event.js';
import {
  CompactedError,
  FutureRevisionError,
  StoreUnavailableError,
  type Entry,
  type ListOptions,
  type ListResult,
  type ReadOptions,
  type Revision,
  type Store,
} from '../store.js';
import { createAges } from './ages.js';
import type { Collection, CollectionOptions } from './collection.js';
import { createCollections } from './collections.js';
import { runFeed } from './feed.js';
import { sharedQuestion } from './freshness.js';
import { guarded } from './guarded.js';
import { createHeartbeats } from './heartbeats.js';
import { keyOrder } from '../key-order.js';
import { createProgress } from './progress.js';
import { createReadiness } from './readiness.js';
import { readTree, type EntryTree, type TreeRange } from './tree.js';
import { differences } from './verify.js';
import { watchCollection, type WatchDeps } from './watch.js';

export interface CacheOptions {
  /** Each under a prefix of its own of one or two segments. Keys outside all collections are read from the store itself. */
  readonly collections: readonly CollectionOptions[];
  /** The collection of a key outside the others; none when absent. */
  readonly dynamicCollection?: (key: string) => CollectionOptions | undefined;
  /** What the keys of all collections begin with; `/` when absent. */
  readonly prefix?: string;
  /** Milliseconds that events are kept; 5 minutes when absent. */
  readonly historyAge?: number;
  /** Bytes of former values that each collection keeps; 64 MiB when absent. */
  readonly historyBytes?: number;
  /** Milliseconds between two looks for what is too old; 10 seconds when absent. */
  readonly trimInterval?: number;
  /** Milliseconds that a call waits for the cache to be ready, or to reach a revision; 3 seconds when absent. */
  readonly patience?: number;
  /** Milliseconds between two looks whether the cache agrees with the store; 10 minutes when absent, never when 0. */
  readonly verifyInterval?: number;
  readonly now?: () => number;
  /** Told whenever the whole state has been read. */
  readonly onLoaded?: () => void;
  /** Told of failures in the background, and of a CacheMismatchError where the cache had gone wrong. */
  readonly onError?: (error: unknown) => void;
}

export interface CachedStore extends Store {
  /** Whether the cache holds the whole state and follows it. */
  readonly isReady: () => boolean;
  /** Resolves once it is; rejects with NotReadyError when that takes longer than its patience. */
  readonly ready: (signal?: AbortSignal) => Promise<void>;
  /** Compares the cache with the store at one revision, and reads the state anew where they differ. */
  readonly verify: (signal?: AbortSignal) => Promise<Verification>;
}

/** Keys that the cache and the store see differently. */
export interface Verification {
  readonly revision: Revision;
  readonly different: readonly string[];
}

/** The cache differed from the store, and has been read anew. */
export class CacheMismatchError extends Error {
  override readonly name = 'CacheMismatchError';
  constructor(readonly verification: Verification) {
    const [first] = verification.different;
    super(`the cache differs from the store in ${verification.different.length} keys, such as ${first}`);
  }
}

const VERIFY_INTERVAL = 10 * 60 * 1000;
const HISTORY_AGE = 5 * 60 * 1000;
const HISTORY_BYTES = 64 * 1024 * 1024;
const PATIENCE = 3000;
/** Milliseconds that events of writes are waited for before the store is asked itself. */
const EVENTS_PATIENCE = 15;
const TRIM_INTERVAL = 10_000;
/** Milliseconds that a heartbeat may come late. */
const HEARTBEAT_RESOLUTION = 250;
/** Milliseconds until a store that failed is asked again. */
const RETRY_AFTER = 500;

/**
 * Puts a cache in front of a store: one watch of everything feeds the state of each collection, from which lists, reads that
 * need not be the newest, and all watches are served. Writes go through. Freshness is proved, never assumed: a read of
 * the newest state asks the store for its revision after the read came, and waits for the cache to come to it. It
 * resolves at once; what needs the state waits for it. Closing it closes the store.
 */
export function createCachedStore(store: Store, options: CacheOptions): CachedStore {
  const { prefix = '/', patience = PATIENCE, now = Date.now, onError = () => {} } = options;
  const closing = new AbortController();
  const calls = createCalls(closing.signal);
  const progress = createProgress();
  const historyOptions = {
    age: options.historyAge ?? HISTORY_AGE,
    bytes: options.historyBytes ?? HISTORY_BYTES,
    now,
  };
  const guardedCollection = (each: CollectionOptions): CollectionOptions => ({
    ...each,
    extract: guarded(each.extract, onError),
  });
  const collections = createCollections({
    fixed: options.collections.map(guardedCollection),
    dynamic(key) {
      const found = options.dynamicCollection?.(key);
      return found && guardedCollection(found);
    },
    history: historyOptions,
    revision: () => progress.revision,
  });
  const readiness = createReadiness(patience);
  const newestRevision = sharedQuestion(() => store.currentRevision());
  let feed = startFeed();
  const heartbeats = createHeartbeats(HEARTBEAT_RESOLUTION);
  const watchDeps: WatchDeps = {
    store,
    closing: closing.signal,
    ready: readiness.wait,
    revision: () => progress.revision,
    heartbeats,
  };
  const ages = createAges(historyOptions);
  const trimming = setInterval(() => {
    for (const { trim } of collections.all()) trim();
    ages.note(progress.revision);
  }, options.trimInterval ?? TRIM_INTERVAL).unref();

  function startFeed(): { readonly stop: () => Promise<void> } {
    const off = new AbortController();
    const ended = runFeed({
      store,
      prefix,
      signal: AbortSignal.any([off.signal, closing.signal]),
      retryAfter: RETRY_AFTER,
      onError,
      onLost: lose,
      onLoad() {
        const entriesOf = new Map<Collection, Entry[]>();
        return {
          add(entry) {
            const collection = collections.of(entry.key);
            if (collection === undefined) return;
            const entries = entriesOf.get(collection);
            const kept = collection.withAttributes(entry);
            if (entries === undefined) entriesOf.set(collection, [kept]);
            else entries.push(kept);
          },
          finish(revision) {
            collections.loaded(revision);
            for (const collection of collections.all()) collection.load(entriesOf.get(collection) ?? [], revision);
            progress.advance(revision);
            readiness.set(true);
            options.onLoaded?.();
          },
        };
      },
      onBatch({ events, revision }) {
        for (const event of events) {
          const collection = collections.of(eventKey(event));
          if (collection === undefined) continue;
          collection.apply(event);
          changed.add(collection);
        }
        progress.advance(revision);
        if (changed.size > 0) flushSoon();
      },
    });
    return {
      async stop() {
        off.abort();
        await ended;
      },
    };
  }

  /** Until the next load nothing can be served, and nobody may be left waiting for events that will not come. */
  function lose(error: unknown): void {
    readiness.set(false);
    const revision = progress.revision;
    const told = error instanceof CompactedError ? error : new CompactedError(revision, revision + 1);
    for (const { scopes } of collections.all()) scopes.endAll(told);
  }

  const changed = new Set<Collection>();
  let isFlushing = false;
  /** Hands events out at the end of the turn, so that those that came together are sent together. */
  function flushSoon(): void {
    if (isFlushing) return;
    isFlushing = true;
    setImmediate(() => {
      isFlushing = false;
      for (const { scopes } of changed) scopes.flush();
      changed.clear();
    });
  }

  /**
   * Waits until the cache is as new as the options want, or throws. False where only the store can tell: its watch cannot
   * be asked how far it is, and events come no further. Those alone prove it, unless the revision is of a key outside.
   */
  async function reach({ atLeast, signal }: ReadOptions, revision?: Revision): Promise<boolean> {
    signal?.throwIfAborted();
    await readiness.wait(signal);
    const given = revision ?? atLeast;
    const wanted = given ?? (await newestRevision());
    if (progress.revision >= wanted) return true;
    if (!store.provesProgress) return progress.reach(wanted, EVENTS_PATIENCE, signal);
    if (given === undefined) await store.requestProgress();
    else void comeToNewest();
    if (await progress.reach(wanted, patience, signal)) return true;
    if (given === undefined) throw new StoreUnavailableError('the watch cache has fallen behind the store', false);
    throw new FutureRevisionError(wanted, progress.revision);
  }

  /** A revision that another replica told of may be of a key outside, so that no event brings it. */
  async function comeToNewest(): Promise<void> {
    try {
      await newestRevision();
      await store.requestProgress();
    } catch {
      // Events may still come to what is waited for; that they do not is said to those who wait.
    }
  }

  async function list(listPrefix: string, listOptions: ListOptions): Promise<ListResult> {
    const collection = collections.of(listPrefix);
    const { revision } = listOptions;
    if (collection === undefined || !(await reach(listOptions, revision))) return store.list(listPrefix, listOptions);
    const state = revision === undefined ? collection.tree : pastState(collection, revision);
    if (state === undefined) return store.list(listPrefix, listOptions);
    const { start = '', limit = Infinity, where, uncounted = false } = listOptions;
    const range = { prefix: listPrefix, start: start > listPrefix ? start : listPrefix, limit, uncounted };
    const found = revision === undefined && where ? indexed(collection, range, where) : undefined;
    return { ...(found ?? readTree(state, range)), revision: revision ?? progress.revision };
  }

  /** Of what is old the store says whether it is still to be had: a state does not last because nothing has changed since. */
  function pastState({ stateAt }: Collection, revision: Revision): EntryTree | undefined {
    return ages.isOld(revision) ? undefined : stateAt(revision);
  }

  async function verify(signal?: AbortSignal): Promise<Verification> {
    const read = signal ? { signal } : {};
    await readiness.wait(signal);
    const verified = feed;
    const { revision } = progress;
    const different: string[] = [];
    for (const collection of collections.all())
      different.push(...(await differences(store, collection, revision, read)));
    if (different.length > 0) await startOver(verified);
    return { revision, different };
  }

  /** Reads the state anew, unless somebody has done so since that feed. */
  async function startOver(wrong: typeof feed): Promise<void> {
    await wrong.stop();
    if (feed !== wrong) return;
    lose(undefined);
    feed = startFeed();
  }

  /** Looks once in the background. */
  async function check(): Promise<void> {
    try {
      const verification = await calls.run(() => verify(closing.signal));
      if (verification.different.length > 0) onError(new CacheMismatchError(verification));
    } catch (error) {
      if (!closing.signal.aborted) onError(error);
    }
  }

  const { verifyInterval = VERIFY_INTERVAL } = options;
  const checking = verifyInterval === 0 ? undefined : setInterval(() => void check(), verifyInterval).unref();

  let closed: Promise<void> | undefined;
  async function close(): Promise<void> {
    closing.abort();
    clearInterval(trimming);
    clearInterval(checking);
    heartbeats.stop();
    for (const { scopes } of collections.all()) scopes.endAll();
    readiness.fail(new StoreUnavailableError('the store is closed', false));
    await feed.stop();
    await calls.idle();
    await store.close();
  }

  /** Asks the store. What follows from an entry is kept with the object that the cache has of it. */
  async function getNewest(collection: Collection, key: string, readOptions: ReadOptions): ReturnType<Store['get']> {
    const { entry, revision } = await store.get(key, readOptions);
    const kept = entry && collection.tree.get(key);
    return { entry: kept?.revision === entry?.revision ? kept : entry, revision };
  }

  return {
    get provesProgress() {
      return store.provesProgress;
    },
    requestProgress: () => store.requestProgress(),
    isReady: readiness.isReady,
    ready: readiness.wait,
    verify: (signal) => calls.run(() => verify(signal)),
    get(key, readOptions = {}) {
      const collection = collections.of(key);
      if (collection === undefined) return store.get(key, readOptions);
      if (readOptions.atLeast === undefined) return getNewest(collection, key, readOptions);
      return calls.run(async () => {
        if (!(await reach(readOptions))) return store.get(key, readOptions);
        return { entry: collection.tree.get(key), revision: progress.revision };
      });
    },
    list: (listPrefix, listOptions = {}) => calls.run(() => list(listPrefix, listOptions)),
    create: (key, value, writeOptions) => store.create(key, value, writeOptions),
    update: (key, value, expected, writeOptions) => store.update(key, value, expected, writeOptions),
    delete: (key, expected, readOptions) => store.delete(key, expected, readOptions),
    watch(watchPrefix, watchOptions) {
      const collection = collections.of(watchPrefix);
      return collection === undefined
        ? store.watch(watchPrefix, watchOptions)
        : watchCollection(collection, watchPrefix, watchOptions, watchDeps);
    },
    currentRevision: (readOptions) => store.currentRevision(readOptions),
    async compact(revision) {
      await store.compact(revision);
      for (const { forget } of collections.all()) forget(revision);
    },
    close: () => (closed ??= close()),
  };
}

/** Entries by the index of labels; undefined where it would not save anything. */
function indexed(
  { tree, labels }: Collection,
  { prefix, start, limit }: TreeRange,
  { label, values }: NonNullable<ListOptions['where']>,
): { entries: Entry[]; remaining: number } | undefined {
  const keys = labels.find(label, values);
  if (keys.length * 4 > tree.size) return undefined;
  const order = keyOrder(keys);
  const wanted = keys.filter((key) => key.startsWith(prefix) && order(key, start) >= 0).sort(order);
  const entries = wanted.slice(0, limit).flatMap((key) => tree.get(key) ?? []);
  return { entries, remaining: Math.max(0, wanted.length - limit) };
}
