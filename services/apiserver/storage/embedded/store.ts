import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDirectory } from '@pilothouse/runtime/files/directory.js';
import { waitForRevision } from '../at-least.js';
import {
  CompactedError,
  FutureRevisionError,
  StoreUnavailableError,
  type CreateOptions,
  type ReadOptions,
  type Revision,
  type Store,
} from '../store.js';
import { createCalls } from '../calls.js';
import { keyBytes } from '../keys.js';
import { createCompaction } from './compaction.js';
import { MAX_KEY_BYTES } from './encoding.js';
import { openEnvironment } from './environment.js';
import { createExpiry } from './expiry.js';
import { lockDirectory } from './lock.js';
import { readEntry, readList } from './reader.js';
import { createState, type State } from './state.js';
import { watchLog } from './watch.js';
import { createWriter, type WriteRequest } from './writer.js';

/** Where the data are: in a directory, made when it is not there, or in a temporary place that vanishes with the store. */
export type EmbeddedStoreLocation =
  | { readonly directory: string; readonly ephemeral?: false }
  | { readonly ephemeral: true; readonly directory?: undefined };

export type EmbeddedStoreOptions = EmbeddedStoreLocation & {
  /** What the next one to open the same directory is told about this process, such as its address. */
  readonly description?: string;
  /** Milliseconds since the epoch; Date.now when absent. */
  readonly now?: () => number;
  /** States older than this are forgotten, as often; 5 minutes when absent, never when 0. */
  readonly compactionIntervalMs?: number;
  /** A write fails when the disk has not answered for so long; one minute when absent. */
  readonly commitTimeoutMs?: number;
  /** A revision that is still to come is waited for so many milliseconds; 3000 when absent. */
  readonly patienceMs?: number;
  /** Told of failures in the background; nobody when absent. */
  readonly onError?: (error: unknown) => void;
};

/**
 * A store in one directory of this machine, for one process. A write that resolved is on disk (unless ephemeral).
 * Keys may have up to {@link MAX_KEY_BYTES} bytes. Rejects with DirectoryLockedError when another process has the
 * directory, and with StoreUnavailableError when it cannot be used.
 */
export async function openEmbeddedStore(options: EmbeddedStoreOptions): Promise<Store> {
  const { description = '', now = Date.now, patienceMs = 3000, onError = () => {} } = options;
  const place = await openPlace(options, description, now);
  const closing = new AbortController();
  const state = createState(place.env, closing.signal);
  const writer = createWriter(state);
  const calls = createCalls(closing.signal);
  const compaction = createCompaction(state, {
    run: calls.run,
    intervalMs: options.compactionIntervalMs ?? 300_000,
    onError,
  });
  const expiry = createExpiry(state, { write: (request) => calls.run(() => writer.write(request)), now, onError });
  let closed: Promise<void> | undefined;

  function write(key: string, request: Omit<WriteRequest, 'key'>, signal?: AbortSignal) {
    return calls.run(async () => writer.write({ ...request, key: checkedKey(key) }, signal));
  }

  async function put(key: string, value: Uint8Array, expected: Revision | undefined, options: CreateOptions) {
    const { ttl, ground, signal } = options;
    const request = { value, expected, ...(ground && { ground: { ...ground, key: checkedKey(ground.key) } }) };
    if (ttl === undefined) return write(key, request, signal);
    const expiresAt = Math.ceil(now() + ttl * 1000);
    const result = await write(key, { ...request, expiresAt }, signal);
    expiry.planned(expiresAt);
    return result;
  }

  const reach = (options: ReadOptions): Promise<void> =>
    waitForRevision(options, patienceMs, async () => state.revision);

  async function close(): Promise<void> {
    closing.abort();
    state.changed.notify();
    await calls.idle();
    await compaction.idle();
    await place.close();
  }

  return {
    get(key, read = {}) {
      return calls.run(async () => {
        if ((read.atLeast ?? 0) > state.revision) await reach(read);
        const { revision } = state;
        return { entry: readEntry(state.env, checkedKey(key), revision), revision };
      });
    },
    list: (prefix, list = {}) =>
      calls.run(async () => {
        await reach(list);
        const pin = { revision: listRevision(state, list.revision) };
        state.pinned.add(pin);
        try {
          return await readList(state.env, prefix, pin.revision, list);
        } finally {
          state.pinned.delete(pin);
        }
      }),
    create: (key, value, options = {}) => put(key, value, undefined, options),
    update: (key, value, expected, options = {}) => put(key, value, expected, options),
    delete: (key, expected, { signal } = {}) => write(key, { value: undefined, expected }, signal),
    watch: (prefix, watch) => watchLog(state, prefix, watch),
    currentRevision: ({ signal } = {}) =>
      calls.run(async () => {
        signal?.throwIfAborted();
        return state.revision;
      }),
    // A watch follows every write at once, also those outside its prefix.
    provesProgress: true,
    requestProgress: async () => {},
    compact: (revision) => calls.run(() => compaction.compact(revision)),
    close: () => (closed ??= close()),
  };
}

function checkedKey(key: string): Buffer {
  const bytes = keyBytes(key);
  if (bytes.length > MAX_KEY_BYTES) {
    throw new RangeError(`the key has ${bytes.length} bytes; the embedded store takes up to ${MAX_KEY_BYTES}`);
  }
  return bytes;
}

function listRevision(state: State, asked: Revision | undefined): Revision {
  if (asked === undefined) return state.revision;
  if (asked < state.compacted) throw new CompactedError(asked, state.compacted);
  if (asked > state.revision) throw new FutureRevisionError(asked, state.revision);
  return asked;
}

/** Opens and locks the directory. */
async function openPlace(options: EmbeddedStoreOptions, description: string, now: () => number) {
  const { commitTimeoutMs = 60_000 } = options;
  if (options.ephemeral === true) {
    const directory = await mkdtemp(join(tmpdir(), 'pilothouse-'));
    const env = await openEnvironment({ directory, durable: false, generation: 1, commitTimeoutMs });
    // Files that are open live on without a name, and leave nothing behind however the process ends.
    const remove = () => rm(directory, { recursive: true, force: true });
    if (process.platform !== 'win32') await remove();
    return { env, close: () => env.close().then(remove) };
  }
  const { directory } = options;
  try {
    await makeDirectory(directory, 0o700);
    const lock = await lockDirectory(directory, description, new Date(now()));
    try {
      const env = await openEnvironment({ directory, durable: true, generation: lock.generation, commitTimeoutMs });
      return { env, close: () => env.close().then(() => lock.release()) };
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new StoreUnavailableError(`cannot use ${directory}: ${error.message}`, false, { cause: error });
  }
}
