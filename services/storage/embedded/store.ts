import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { makeDirectory } from '@pilothouse/runtime/files/directory.js';
import { waitForRevision } from '../at-least.js';
import { createCalls } from '../calls.js';
import { keyBytes, textBytes } from '../keys.js';
import {
  CompactedError,
  FutureRevisionError,
  StoreFullError,
  StoreUnavailableError,
  type CreateOptions,
  type DeleteOptions,
  type JoinedChange,
  type ReadOptions,
  type Revision,
  type Store,
} from '../store.js';
import { createCleaning } from './cleaning.js';
import { createCompaction } from './compaction.js';
import { NO_ERASURE, type Erasure } from './erasure.js';
import { createExpiry } from './expiry.js';
import { createFence } from './fence.js';
import { codeOf } from './files.js';
import { importLmdbStore } from './lmdb/import.js';
import { lockDirectory } from './lock.js';
import { MEMORY_LOG, openLog, type Log } from './log.js';
import { claimLog, ensureLog, removeLeftovers } from './log-directory.js';
import { MAX_KEY_BYTES, MAX_VALUE_BYTES } from './record.js';
import { flushSegment, recover, type OnBytes } from './recovery.js';
import { keepReserve } from './reserve.js';
import { createScrubbing } from './scrubbing.js';
import { createState } from './state.js';
import { createVersions, type Versions } from './versions.js';
import { watchVersions } from './watch.js';
import { createWriter, type WriteRequest } from './writer.js';

/** Location of the data: a directory, which is created if missing, or memory only. */
export type EmbeddedStoreLocation =
  | {
      readonly directory: string;
      readonly ephemeral?: false;
      /** Quota for the store's files in bytes; 2 GiB when absent. */
      readonly quotaBytes?: number;
    }
  | { readonly ephemeral: true; readonly directory?: undefined; readonly quotaBytes?: undefined };

export type EmbeddedStoreOptions = EmbeddedStoreLocation & {
  /** Reported to a process that tries to open the same directory, such as the server's address. */
  readonly description?: string;
  /** Milliseconds since the epoch; Date.now when absent. */
  readonly now?: () => number;
  /** Maximum age of past states and interval of compactions; 5 minutes when absent, never when 0. */
  readonly compactionIntervalMs?: number;
  /** Memory limit for past states; 64 MiB when absent. */
  readonly historyBytes?: number;
  /** Interval of cleaning and retries; one second when absent. */
  readonly housekeepingMs?: number;
  /** Interval at which the manifest and one segment are read again and verified; one minute when absent, never when 0. */
  readonly scrubMs?: number;
  /** A write fails when the disk does not respond for this long; one minute when absent. */
  readonly commitTimeoutMs?: number;
  /** How long a read waits for a future revision; 3000 when absent. */
  readonly revisionTimeoutMs?: number;
  /** Values that must not stay in the files; none when absent. */
  readonly erasure?: Erasure;
  /** Called while the store is read, with bytes. The store is not opened if it throws. */
  readonly onBytes?: OnBytes;
  /** Called with failures in the background. */
  readonly onError?: (error: unknown) => void;
  /** Called when space becomes short, with the reason, and with undefined when it is available again. */
  readonly onShortage?: (shortage: string | undefined) => void;
  /** Called once when another process has taken over the directory. Answers of this store are invalid from then on. */
  readonly onLost?: (error: unknown) => void;
};

/** A store with local data. */
export interface EmbeddedStore extends Store {
  readonly space: () => StoreSpace;
}

export interface StoreSpace {
  /** Bytes of the files. */
  readonly bytes: number;
  readonly quotaBytes: number;
  /** Why writes that need more space are refused, for the server's log; undefined while they are accepted. */
  readonly shortage: string | undefined;
  /** Number of times that a segment or the manifest was found damaged since the start, and written again from memory. */
  readonly damaged: number;
}

const QUOTA_BYTES = 2 * 1024 ** 3;
const HOUSEKEEPING_MS = 1000;
const SCRUB_MS = 60_000;

/**
 * Opens a store in a local directory, for one process. All entries are in memory; a write that resolved is flushed to
 * disk (unless the store is ephemeral). Rejects with DirectoryLockedError when another process holds the directory,
 * with StoreDamagedError when files are corrupt, and with StoreUnavailableError when the directory cannot be used.
 */
export async function openEmbeddedStore(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  const { now = Date.now, revisionTimeoutMs = 3000, erasure = NO_ERASURE, onError = () => {} } = options;
  const erasureVersion = erasure.version();
  const { versions, log, path, close: closePlace } = await openLocation(options);
  const closing = new AbortController();
  const state = createState({ versions, log, closing: closing.signal });
  const writer = createWriter(state);
  const calls = createCalls(closing.signal);
  const compaction = createCompaction(state, {
    writer,
    run: calls.run,
    intervalMs: options.compactionIntervalMs ?? 300_000,
    historyBytes: options.historyBytes ?? 64 * 1024 * 1024,
    onError,
  });
  const cleaning = createCleaning(state, { writer, erasure, erasureVersion, onError });
  const expiry = createExpiry(state, { write: (request) => calls.run(() => writer.write(request)), now, onError });
  const housekeeping = setInterval(
    () => void keepHouse().catch(onError),
    options.housekeepingMs ?? HOUSEKEEPING_MS,
  ).unref();
  const scrubbing = createScrubbing(state, { path, onError });
  const { scrubMs = SCRUB_MS } = options;
  const scrubs = scrubMs === 0 ? undefined : setInterval(() => void scrubbing.run(), scrubMs).unref();
  let cleaned: Promise<void> = Promise.resolve();
  let closed: Promise<void> | undefined;

  async function keepHouse(): Promise<void> {
    if (closing.signal.aborted) return;
    await log.retry();
    // When space is short, past states are dropped first.
    if (log.shortage() !== undefined && versions.pastBytes > 0) await calls.run(compaction.compactAll);
    cleaned = cleaning.run();
  }

  let makingRoom: Promise<void> | undefined;

  /** Frees space and preallocates segments in it. Concurrent calls share one run. */
  function reclaimSpace(): Promise<void> {
    makingRoom ??= keepHouse()
      .then(() => cleaned)
      .then(() => log.retry())
      .finally(() => {
        makingRoom = undefined;
      });
    return makingRoom;
  }

  /** A deletion without preallocated space waits for cleaning, because deletions free space. */
  async function remove(key: string, expected: Revision, { joined = [], signal }: DeleteOptions) {
    const request = { value: undefined, expected, joined: joined.map(checkedChange) };
    try {
      return await write(key, request, signal);
    } catch (error) {
      if (!(error instanceof StoreFullError)) throw error;
      await calls.run(reclaimSpace);
      return write(key, request, signal);
    }
  }

  async function write(key: string, request: Omit<WriteRequest, 'key'>, signal?: AbortSignal) {
    const result = await calls.run(async () => writer.write({ ...request, key: checkedKey(key) }, signal));
    compaction.check();
    return result;
  }

  async function put(key: string, value: Uint8Array, expected: Revision | undefined, options: CreateOptions) {
    const { ttl, preconditions = [], joined = [], signal } = options;
    checkValue(value);
    const checked = preconditions.map((precondition) => ({ ...precondition, key: checkedKey(precondition.key) }));
    const request = { value, expected, preconditions: checked, joined: joined.map(checkedChange) };
    if (ttl === undefined) return write(key, request, signal);
    const expiresAt = Math.ceil(now() + ttl * 1000);
    const result = await write(key, { ...request, expiresAt }, signal);
    expiry.planned(expiresAt);
    return result;
  }

  const reach = (options: ReadOptions): Promise<void> =>
    waitForRevision(options, revisionTimeoutMs, async () => versions.revision);

  async function close(): Promise<void> {
    closing.abort();
    clearInterval(housekeeping);
    clearInterval(scrubs);
    state.changed.notify();
    await calls.idle();
    await cleaned;
    await closePlace();
  }

  return {
    space: () => ({
      bytes: log.size(),
      quotaBytes: options.quotaBytes ?? QUOTA_BYTES,
      shortage: log.shortage(),
      damaged: scrubbing.damaged(),
    }),
    get(key, read = {}) {
      return calls.run(async () => {
        if ((read.atLeast ?? 0) > versions.revision) await reach(read);
        const { revision } = versions;
        return { entry: versions.head(checkedKey(key))?.entry, revision };
      });
    },
    list: (prefix, list = {}) =>
      calls.run(async () => {
        const { signal, limit = Infinity, start = '', uncounted = false } = list;
        await reach(list);
        signal?.throwIfAborted();
        for (const text of [prefix, start]) textBytes(text);
        return versions.list({ prefix, revision: listRevision(versions, list.revision), start, limit, uncounted });
      }),
    create: (key, value, options = {}) => put(key, value, undefined, options),
    update: (key, value, expected, options = {}) => put(key, value, expected, options),
    delete: (key, expected, options = {}) => remove(key, expected, options),
    watch: (prefix, watch) => watchVersions(state, prefix, watch),
    currentRevision: ({ signal } = {}) =>
      calls.run(async () => {
        signal?.throwIfAborted();
        return versions.revision;
      }),
    // A watch follows every write immediately, including those outside its prefix.
    provesProgress: true,
    requestProgress: async () => {},
    compact: (revision) => calls.run(() => compaction.compact(revision)),
    close: () => (closed ??= close()),
  };
}

function checkedKey(key: string): string {
  const { length } = keyBytes(key);
  if (length > MAX_KEY_BYTES) {
    throw new RangeError(`the key has ${length} bytes; the limit of the embedded store is ${MAX_KEY_BYTES}`);
  }
  return key;
}

function checkedChange(change: JoinedChange): JoinedChange {
  if (change.value !== undefined) checkValue(change.value);
  return { ...change, key: checkedKey(change.key) };
}

function checkValue({ byteLength }: Uint8Array): void {
  if (byteLength > MAX_VALUE_BYTES) {
    throw new RangeError(`the value has ${byteLength} bytes; the limit of the embedded store is ${MAX_VALUE_BYTES}`);
  }
}

function listRevision({ revision, compacted }: Versions, asked: Revision | undefined): Revision {
  if (asked === undefined) return revision;
  if (asked < compacted) throw new CompactedError(asked, compacted);
  if (asked > revision) throw new FutureRevisionError(asked, revision);
  return asked;
}

interface LogLocation {
  readonly versions: Versions;
  readonly log: Log;
  /** The directory of the log; undefined in a store without files. */
  readonly path: string | undefined;
  readonly close: () => Promise<void>;
}

/** Locks and opens the directory. */
async function openLocation(options: EmbeddedStoreOptions): Promise<LogLocation> {
  if (options.ephemeral === true) {
    return { versions: createVersions(), log: MEMORY_LOG, path: undefined, close: async () => undefined };
  }
  const { directory, description = '', now = Date.now } = options;
  try {
    await makeDirectory(directory, 0o700);
    await ensureLog(directory);
    const lock = await lockDirectory(directory, description, new Date(now()));
    try {
      const opened = await openLogIn(directory, lock.generation, options);
      // Prepares the next start, in case the disk is full by then.
      const reserved = keepReserve(directory).catch(() => undefined);
      return {
        ...opened,
        async close() {
          await Promise.all([opened.log.close(), reserved]);
          // The lock file then belongs to the new owner.
          if (!opened.lost.aborted) await lock.release();
        },
      };
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    if (error instanceof StoreUnavailableError || codeOf(error) === undefined) throw error;
    const why = errorMessage(error);
    throw new StoreUnavailableError(`cannot use ${directory}: ${why}`, false, { cause: error });
  }
}

async function openLogIn(
  directory: string,
  generation: number,
  options: EmbeddedStoreOptions,
): Promise<Omit<LogLocation, 'close'> & { readonly lost: AbortSignal }> {
  const { commitTimeoutMs = 60_000, quotaBytes = QUOTA_BYTES, onError = () => {}, onLost } = options;
  const { onShortage = () => {} } = options;
  await importLmdbStore(directory, generation);
  const path = await claimLog(directory, generation);
  const { onBytes, erasure = NO_ERASURE } = options;
  const { versions, segments } = await recover(path, directory, { onBytes, erasure });
  const [last] = segments.slice(-1);
  if (last !== undefined) await flushSegment(path, last);
  await removeLeftovers(
    directory,
    path,
    segments.map(({ id }) => id),
  );
  const fence = createFence(path, directory);
  if (onLost !== undefined) fence.lost.addEventListener('abort', () => onLost(fence.lost.reason), { once: true });
  const log = openLog({
    directory,
    path,
    segments,
    compacted: versions.compacted,
    fence,
    quotaBytes,
    timeoutMs: commitTimeoutMs,
    onError,
    onShortage(shortage) {
      onShortage(shortage);
      if (shortage === undefined) keepReserve(directory).catch(onError);
    },
  });
  return { versions, log, path, lost: fence.lost };
}
