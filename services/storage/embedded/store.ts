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
  type ReadOptions,
  type Revision,
  type Store,
} from '../store.js';
import { createCleaning } from './cleaning.js';
import { createCompaction } from './compaction.js';
import { createExpiry } from './expiry.js';
import { createFence } from './fence.js';
import { codeOf } from './files.js';
import { importFormerStore } from './former/import.js';
import { lockDirectory } from './lock.js';
import { MEMORY_LOG, openLog, type Log } from './log.js';
import { claimLog, ensureLog, removeLeftovers } from './log-directory.js';
import { MAX_KEY_BYTES, MAX_VALUE_BYTES } from './record.js';
import { flushSegment, recover } from './recovery.js';
import { keepReserve } from './reserve.js';
import { createState } from './state.js';
import { createVersions, type Versions } from './versions.js';
import { watchVersions } from './watch.js';
import { createWriter, type WriteRequest } from './writer.js';

/** Where the data are: in a directory, which is made when it is not there, or in memory alone. */
export type EmbeddedStoreLocation =
  | {
      readonly directory: string;
      readonly ephemeral?: false;
      /** The most bytes that the files may take; 2 GiB when absent. */
      readonly quotaBytes?: number;
    }
  | { readonly ephemeral: true; readonly directory?: undefined; readonly quotaBytes?: undefined };

export type EmbeddedStoreOptions = EmbeddedStoreLocation & {
  /** What the next process to open the same directory reports of this one, such as its address. */
  readonly description?: string;
  /** Milliseconds since the epoch; Date.now when absent. */
  readonly now?: () => number;
  /** States older than this are forgotten, as often; 5 minutes when absent, never when 0. */
  readonly compactionIntervalMs?: number;
  /** The most bytes that former states take in memory; 64 MiB when absent. */
  readonly historyBytes?: number;
  /** Milliseconds between two looks for what can be cleaned or tried again; one second when absent. */
  readonly housekeepingMs?: number;
  /** A write fails when the disk has not answered for so long; one minute when absent. */
  readonly commitTimeoutMs?: number;
  /** A revision that is still to come is waited for so many milliseconds; 3000 when absent. */
  readonly patienceMs?: number;
  /** Called with failures in the background. */
  readonly onError?: (error: unknown) => void;
  /** Called when space becomes short, with the reason, and with undefined when it no longer is. */
  readonly onShortage?: (shortage: string | undefined) => void;
  /** Called once when another process has taken the directory over: nothing that this store answers is true any more. */
  readonly onLost?: (error: unknown) => void;
};

/** A store that keeps its data itself. */
export interface EmbeddedStore extends Store {
  readonly space: () => StoreSpace;
}

export interface StoreSpace {
  /** What the files take. */
  readonly bytes: number;
  readonly quotaBytes: number;
  /** Why writes that need more are refused, for the log of the server; undefined while they are not. */
  readonly shortage: string | undefined;
}

const QUOTA_BYTES = 2 * 1024 ** 3;
const HOUSEKEEPING_MS = 1000;

/**
 * A store in one directory of this machine, for one process. All entries are in memory; a write that resolved is on disk
 * (unless the store is ephemeral). Rejects with DirectoryLockedError when another process has the directory, with
 * StoreDamagedError when files are not what was written, and with StoreUnavailableError when it cannot be used.
 */
export async function openEmbeddedStore(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  const { now = Date.now, patienceMs = 3000, onError = () => {} } = options;
  const { versions, log, close: closePlace } = await openLocation(options);
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
  const cleaning = createCleaning(state, { writer, onError });
  const expiry = createExpiry(state, { write: (request) => calls.run(() => writer.write(request)), now, onError });
  const housekeeping = setInterval(
    () => void keepHouse().catch(onError),
    options.housekeepingMs ?? HOUSEKEEPING_MS,
  ).unref();
  let cleaned: Promise<void> = Promise.resolve();
  let closed: Promise<void> | undefined;

  async function keepHouse(): Promise<void> {
    if (closing.signal.aborted) return;
    await log.retry();
    // Where space is short, the past is the first thing to give up.
    if (log.shortage() !== undefined && versions.pastBytes > 0) await calls.run(compaction.compactAll);
    cleaned = cleaning.run();
  }

  let makingRoom: Promise<void> | undefined;

  /** Wins back what can be won back now, and prepares segments in it. Shared by all callers that wait for it. */
  function makeRoom(): Promise<void> {
    makingRoom ??= keepHouse()
      .then(() => cleaned)
      .then(() => log.retry())
      .finally(() => {
        makingRoom = undefined;
      });
    return makingRoom;
  }

  /** A deletion that finds the reserve in use waits for cleaning, since deletions are what makes room. */
  async function remove(key: string, expected: Revision, signal?: AbortSignal) {
    const request = { value: undefined, expected };
    try {
      return await write(key, request, signal);
    } catch (error) {
      if (!(error instanceof StoreFullError)) throw error;
      await calls.run(makeRoom);
      return write(key, request, signal);
    }
  }

  async function write(key: string, request: Omit<WriteRequest, 'key'>, signal?: AbortSignal) {
    const result = await calls.run(async () => writer.write({ ...request, key: checkedKey(key) }, signal));
    compaction.check();
    return result;
  }

  async function put(key: string, value: Uint8Array, expected: Revision | undefined, options: CreateOptions) {
    const { ttl, preconditions = [], signal } = options;
    checkValue(value);
    const checked = preconditions.map((precondition) => ({ ...precondition, key: checkedKey(precondition.key) }));
    const request = { value, expected, preconditions: checked };
    if (ttl === undefined) return write(key, request, signal);
    const expiresAt = Math.ceil(now() + ttl * 1000);
    const result = await write(key, { ...request, expiresAt }, signal);
    expiry.planned(expiresAt);
    return result;
  }

  const reach = (options: ReadOptions): Promise<void> =>
    waitForRevision(options, patienceMs, async () => versions.revision);

  async function close(): Promise<void> {
    closing.abort();
    clearInterval(housekeeping);
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
    delete: (key, expected, { signal } = {}) => remove(key, expected, signal),
    watch: (prefix, watch) => watchVersions(state, prefix, watch),
    currentRevision: ({ signal } = {}) =>
      calls.run(async () => {
        signal?.throwIfAborted();
        return versions.revision;
      }),
    // A watch follows every write at once, also those outside its prefix.
    provesProgress: true,
    requestProgress: async () => {},
    compact: (revision) => calls.run(() => compaction.compact(revision)),
    close: () => (closed ??= close()),
  };
}

function checkedKey(key: string): string {
  const { length } = keyBytes(key);
  if (length > MAX_KEY_BYTES) {
    throw new RangeError(`the key has ${length} bytes; the embedded store takes up to ${MAX_KEY_BYTES}`);
  }
  return key;
}

function checkValue({ byteLength }: Uint8Array): void {
  if (byteLength > MAX_VALUE_BYTES) {
    throw new RangeError(`the value has ${byteLength} bytes; the embedded store takes up to ${MAX_VALUE_BYTES}`);
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
  readonly close: () => Promise<void>;
}

/** Opens and locks the directory. */
async function openLocation(options: EmbeddedStoreOptions): Promise<LogLocation> {
  if (options.ephemeral === true) return { versions: createVersions(), log: MEMORY_LOG, close: async () => undefined };
  const { directory, description = '', now = Date.now } = options;
  try {
    await makeDirectory(directory, 0o700);
    await ensureLog(directory);
    const lock = await lockDirectory(directory, description, new Date(now()));
    try {
      const opened = await openLogIn(directory, lock.generation, options);
      // For the next start, should the disk be full by then.
      const reserved = keepReserve(directory).catch(() => undefined);
      return {
        ...opened,
        async close() {
          await Promise.all([opened.log.close(), reserved]);
          // The lock that is there then is that of the successor.
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
  await importFormerStore(directory, generation);
  const path = await claimLog(directory, generation);
  const { versions, segments } = await recover(path, directory);
  const [last] = segments.slice(-1);
  if (last !== undefined) await flushSegment(path, last);
  await removeLeftovers(
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
  return { versions, log, lost: fence.lost };
}
