import { createCalls } from '../calls.js';
import { eventKey } from '../event.js';
import {
  CompactedError,
  FutureRevisionError,
  StoreUnavailableError,
  type ListOptions,
  type ListResult,
  type ReadOptions,
  type Revision,
  type Store,
} from '../store.js';
import { createAges } from './revision-ages.js';
import { safeExtract, type Collection, type CollectionOptions } from './collection.js';
import { createCollections } from './collections.js';
import { Contents } from './contents.js';
import { runReflector } from './reflector.js';
import { coalesced } from './coalesced.js';
import { createDelivery } from './delivery.js';
import { createHeartbeats } from './heartbeats.js';
import { createListReader } from './list-reader.js';
import { createProgress } from './progress.js';
import { createReadiness } from './readiness.js';
import type { EntryTree } from './tree.js';
import { keepRepairing, readable } from './unreadable.js';
import { CacheMismatchError, compare, type Verification, type VerifyOptions } from './verify.js';
import { watchCollection, type WatchDeps } from './watch.js';

export interface CacheOptions {
  /** Each has its own prefix of one or two segments. Keys outside all collections are read from the store. */
  readonly collections: readonly CollectionOptions[];
  /** Returns the collection for a key outside the others; none when absent. */
  readonly dynamicCollection?: (key: string) => CollectionOptions | undefined;
  /** The prefix of all collections; `/` when absent. */
  readonly prefix?: string;
  /** Milliseconds for which events are kept; 5 minutes when absent. */
  readonly historyAge?: number;
  /** Bytes of previous values that each collection keeps; 64 MiB when absent. */
  readonly historyBytes?: number;
  /** Interval in milliseconds at which old events are dropped; 10 seconds when absent. */
  readonly trimInterval?: number;
  /** Milliseconds for which a call waits for readiness or for a revision; 3 seconds when absent. */
  readonly timeout?: number;
  /** Interval in milliseconds at which the cache is compared with the store; 10 minutes when absent, never when 0. */
  readonly verifyInterval?: number;
  /** Interval in milliseconds at which unreadable values are read again; 5 seconds when absent. */
  readonly repairInterval?: number;
  readonly now?: () => number;
  /** Called after each full load. */
  readonly onLoaded?: () => void;
  /** Called for each collection that was compared with the store. */
  readonly onVerified?: VerifyOptions['onVerified'];
  /** Called with failures in the background, and with a CacheMismatchError when the cache differed from the store. */
  readonly onError?: (error: unknown) => void;
}

export interface CachedStore extends Store {
  /** Whether the cache holds the whole state and its watch is running. */
  readonly isReady: () => boolean;
  /** Resolves once ready; rejects with NotReadyError after the timeout. */
  readonly ready: (signal?: AbortSignal) => Promise<void>;
  /**
   * A number that grows with each change of the collection of a prefix. A reader whose copy is of this version need not
   * list. Undefined unless the cache is ready, has the collection, and is as new as the revision.
   */
  readonly versionOf: (prefix: string, atLeast: Revision) => number | undefined;
  /** What the cache holds of the collection of a key or prefix, and its watchers; undefined without such a collection. */
  readonly load: (key: string) => CacheLoad | undefined;
  /** Compares the cache with the store at one revision, and reloads it if they differ. */
  readonly verify: (signal?: AbortSignal) => Promise<Verification>;
}

export interface CacheLoad {
  readonly objects: number;
  /** Size of all values. */
  readonly bytes: number;
  readonly watchers: number;
}

const VERIFY_INTERVAL = 10 * 60 * 1000;
const HISTORY_AGE = 5 * 60 * 1000;
const HISTORY_BYTES = 64 * 1024 * 1024;
const TIMEOUT = 3000;
/** Milliseconds to wait for the events of recent writes before the store itself is read. */
const EVENTS_TIMEOUT = 15;
const TRIM_INTERVAL = 10_000;
/** Maximum delay of a heartbeat in milliseconds. */
const HEARTBEAT_RESOLUTION = 250;
/** Milliseconds before a retry. */
const RETRY_AFTER = 500;

/**
 * Watch cache: one watch of the whole store feeds the state of each collection. Lists, stale reads and all watches are
 * served from it. Writes go to the store.
 *
 * Linearizable lists are proved: after the call arrives, the cache reads the store's revision and waits until it has
 * reached it.
 *
 * Returns at once; calls that need the state wait for it. Closing the cache closes the store.
 */
export function createCachedStore(store: Store, options: CacheOptions): CachedStore {
  const { prefix = '/', timeout = TIMEOUT, now = Date.now, onError = () => {} } = options;
  const closing = new AbortController();
  const calls = createCalls(closing.signal);
  const progress = createProgress();
  const historyOptions = {
    age: options.historyAge ?? HISTORY_AGE,
    bytes: options.historyBytes ?? HISTORY_BYTES,
    now,
  };
  const withSafeExtract = (each: CollectionOptions): CollectionOptions => ({
    ...each,
    extract: safeExtract(each.extract, onError),
  });
  const collections = createCollections({
    fixed: options.collections.map(withSafeExtract),
    dynamic(key) {
      const found = options.dynamicCollection?.(key);
      return found && withSafeExtract(found);
    },
    history: historyOptions,
    revision: () => progress.revision,
  });
  const readiness = createReadiness(timeout);
  const newestRevision = coalesced(() => store.currentRevision());
  let reflector = startReflector();
  const stopRepairing = keepRepairing(store, collections.all, options.repairInterval);
  const heartbeats = createHeartbeats(HEARTBEAT_RESOLUTION);
  const delivery = createDelivery();
  const watchDeps: WatchDeps = {
    store,
    closing: closing.signal,
    ready: readiness.wait,
    revision: () => progress.revision,
    heartbeats,
  };
  const ages = createAges(historyOptions);
  const lists = createListReader();
  const trimming = setInterval(() => {
    lists.forget();
    for (const { trim } of collections.all()) trim();
    ages.note(progress.revision);
  }, options.trimInterval ?? TRIM_INTERVAL).unref();

  function startReflector(): { readonly stop: () => Promise<void> } {
    const stopping = new AbortController();
    const ended = runReflector({
      store,
      prefix,
      signal: AbortSignal.any([stopping.signal, closing.signal]),
      retryAfter: RETRY_AFTER,
      onError,
      onLost: invalidate,
      onLoad() {
        const loads = new Map<Collection, Contents>();
        return {
          add(entry) {
            const collection = collections.of(entry.key);
            if (collection === undefined) return;
            let contents = loads.get(collection);
            if (contents === undefined) loads.set(collection, (contents = new Contents(collection.prefix)));
            contents.put(collection.withAttributes(entry));
          },
          finish(revision) {
            collections.loaded(revision);
            for (const collection of collections.all()) collection.load(loads.get(collection), revision);
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
          delivery.soon(collection.watchers);
        }
        progress.advance(revision);
      },
    });
    return {
      async stop() {
        stopping.abort();
        await ended;
      },
    };
  }

  /** Ends all watches and refuses reads until the next load, because missed events cannot be delivered. */
  function invalidate(error: unknown): void {
    readiness.set(false);
    const revision = progress.revision;
    const reason = error instanceof CompactedError ? error : new CompactedError(revision, revision + 1);
    for (const { watchers } of collections.all()) watchers.endAll(reason);
  }

  /**
   * Waits until the cache is as new as the options require, or throws. Returns false if only the store can answer:
   * it has no progress requests, and no event proves the revision. The revision may belong to a key outside the cache.
   */
  async function reach({ atLeast, signal }: ReadOptions, revision?: Revision): Promise<boolean> {
    signal?.throwIfAborted();
    await readiness.wait(signal);
    const given = revision ?? atLeast;
    const wanted = given ?? (await newestRevision());
    if (progress.revision >= wanted) return true;
    if (!store.provesProgress) return progress.reach(wanted, EVENTS_TIMEOUT, signal);
    if (given === undefined) await store.requestProgress();
    else void requestNewest();
    if (await progress.reach(wanted, timeout, signal)) return true;
    if (given === undefined) throw new StoreUnavailableError('the watch cache has fallen behind the store', false);
    throw new FutureRevisionError(wanted, progress.revision);
  }

  /** A revision from another replica may belong to a key outside the cache, so that no event delivers it. */
  async function requestNewest(): Promise<void> {
    try {
      await newestRevision();
      await store.requestProgress();
    } catch {
      // Events may still reach the wanted revision. If they do not, the waiting caller gets the error.
    }
  }

  async function list(listPrefix: string, listOptions: ListOptions): Promise<ListResult> {
    const collection = collections.of(listPrefix);
    const { revision } = listOptions;
    const state =
      collection !== undefined && (await reach(listOptions, revision)) ? stateOf(collection, revision) : undefined;
    if (collection === undefined || state === undefined) return readable(await store.list(listPrefix, listOptions));
    const at = revision ?? progress.revision;
    const read = lists.read(collection, state, listPrefix, listOptions);
    const { entries, remaining } = read instanceof Promise ? await read : read;
    const list = { entries, remaining, revision: at };
    return collection.hasUnreadable() ? readable(list) : list;
  }

  function stateOf(collection: Collection, revision: Revision | undefined): EntryTree | undefined {
    return revision === undefined ? collection.tree() : pastState(collection, revision);
  }

  /**
   * The store decides whether an old state is still available: a state must expire even when nothing has changed since.
   */
  function pastState({ stateAt }: Collection, revision: Revision): EntryTree | undefined {
    return ages.isOld(revision) ? undefined : stateAt(revision);
  }

  async function verify(signal?: AbortSignal): Promise<Verification> {
    const read = signal ? { signal } : {};
    await readiness.wait(signal);
    const verified = reflector;
    const { revision } = progress;
    const different = await compare(store, collections.all(), revision, { ...read, onVerified: options.onVerified });
    if (different.length > 0) await reload(verified);
    return { revision, different };
  }

  /** Reloads the state, unless another call has already replaced that reflector. */
  async function reload(wrong: typeof reflector): Promise<void> {
    await wrong.stop();
    if (reflector !== wrong) return;
    invalidate(undefined);
    reflector = startReflector();
  }

  /** Runs one verification in the background. */
  async function verifyPeriodically(): Promise<void> {
    try {
      const verification = await calls.run(() => verify(closing.signal));
      if (verification.different.length > 0) onError(new CacheMismatchError(verification));
    } catch (error) {
      if (!closing.signal.aborted) onError(error);
    }
  }

  const { verifyInterval = VERIFY_INTERVAL } = options;
  const verifying =
    verifyInterval === 0 ? undefined : setInterval(() => void verifyPeriodically(), verifyInterval).unref();

  let closed: Promise<void> | undefined;
  async function close(): Promise<void> {
    closing.abort();
    clearInterval(trimming);
    clearInterval(verifying);
    heartbeats.stop();
    stopRepairing();
    for (const { watchers } of collections.all()) watchers.endAll();
    readiness.fail(new StoreUnavailableError('the store is closed', false));
    await reflector.stop();
    await calls.idle();
    await store.close();
  }

  /** A linearizable read. Returns the cached entry object if it is current, so that data derived from it are reused. */
  async function getNewest(collection: Collection, key: string, readOptions: ReadOptions): ReturnType<Store['get']> {
    const known = collection.tree().get(key);
    const { entry, revision } = await store.get(key, readOptions, known);
    if (entry === undefined || entry.outdated === true) return { entry, revision };
    const kept = known?.revision === entry.revision ? known : collection.tree().get(key);
    if (kept?.revision !== entry.revision) return { entry, revision };
    return { entry: kept.problem === undefined ? kept : collection.withAttributes(entry), revision };
  }

  return {
    get provesProgress() {
      return store.provesProgress;
    },
    requestProgress: () => store.requestProgress(),
    isReady: readiness.isReady,
    ready: readiness.wait,
    versionOf: (listPrefix, atLeast) =>
      readiness.isReady() && progress.revision >= atLeast ? collections.of(listPrefix)?.version() : undefined,
    load(key) {
      const collection = collections.of(key);
      if (collection === undefined) return undefined;
      return { objects: collection.tree().size, bytes: collection.bytes(), watchers: collection.watchers.countOf(key) };
    },
    verify: (signal) => calls.run(() => verify(signal)),
    get(key, readOptions = {}) {
      const collection = collections.of(key);
      if (collection === undefined) return store.get(key, readOptions);
      if (readOptions.atLeast === undefined) return getNewest(collection, key, readOptions);
      return calls.run(async () => {
        if (!(await reach(readOptions))) return store.get(key, readOptions);
        return { entry: collection.tree().get(key), revision: progress.revision };
      });
    },
    list: (listPrefix, listOptions = {}) => calls.run(() => list(listPrefix, listOptions)),
    create: (key, value, writeOptions) => store.create(key, value, writeOptions),
    update: (key, value, expected, writeOptions) => store.update(key, value, expected, writeOptions),
    delete: (key, expected, deleteOptions) => store.delete(key, expected, deleteOptions),
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
