import { setMaxListeners } from 'node:events';
import type { WatchOptions } from '@pilothouse/runtime/files/watched.js';
import { createCalls } from '../calls.js';
import { waitForRevision } from '../at-least.js';
import {
  CompactedError,
  FutureRevisionError,
  type CreateOptions,
  type ReadOptions,
  type Revision,
  type Store,
  type WriteResult,
} from '../store.js';
import { createCluster, NoLeaseError, RevisionError } from './cluster.js';
import { runCompactor } from './compactor.js';
import { watchCredentials, type CredentialFiles } from './credentials.js';
import { createEndpoint } from './endpoint.js';
import { createKeyspace } from './keyspace.js';
import { createLeases } from './leases.js';
import { listRange } from './lists.js';
import { compactRpc, type LeaseId } from './messages.js';
import type { ProgressAsker } from './progress.js';
import { createReads } from './reads.js';
import { watchRange, type WatchSource } from './watch.js';
import { createWrites } from './writes.js';

export interface EtcdStoreOptions extends CredentialFiles {
  /** `http://host:2379`, `https://…`, or without a scheme. */
  readonly endpoints: readonly string[];
  /** Put before every key; nothing when absent. */
  readonly prefix?: string;
  /** Connecting takes at most so many milliseconds; 2000 when absent. */
  readonly dialTimeoutMs?: number;
  /** A call takes at most so many milliseconds; 5000 when absent. */
  readonly callTimeoutMs?: number;
  /**
   * States older than so many milliseconds are forgotten, by one of all stores that share the etcd; 5 minutes when absent,
   * never when 0. The user needs permission for the key `compact_rev_key`.
   */
  readonly compactionIntervalMs?: number;
  /** A revision that is still to come is waited for so many milliseconds; 3000 when absent. */
  readonly patienceMs?: number;
  /** Milliseconds; Date.now when absent. */
  readonly now?: () => number;
  /** Told of failures in the background; nobody when absent. */
  readonly onError?: (error: unknown) => void;
  /** Told of each change of the files of credentials; nobody when absent. */
  readonly onReload?: WatchOptions<unknown>['onReload'];
  /** Milliseconds between two looks at the files of credentials; 2000 when absent. */
  readonly watchInterval?: number;
}

/**
 * A store in etcd 3.4 or later, which others may use at the same time. It opens whether etcd can be reached or not. A
 * value or key that etcd finds too large rejects with RangeError. Files of credentials that are changed count for new
 * connections, which take the place of those that stand.
 */
export async function openEtcdStore(options: EtcdStoreOptions): Promise<Store> {
  const { dialTimeoutMs = 2000, callTimeoutMs = 5000, patienceMs = 3000, watchInterval: interval } = options;
  const { onError = () => {}, onReload } = options;
  const closing = new AbortController();
  // There may be any number of watches.
  setMaxListeners(0, closing.signal);
  const credentials = await watchCredentials(options, {
    onError,
    onReload,
    signal: closing.signal,
    ...(interval !== undefined && { interval }),
  });
  const isSecure = options.tls !== undefined;
  const common = { isSecure, credentials: credentials.current, dialTimeoutMs, onError };
  const cluster = createCluster(
    options.endpoints.map((address) => createEndpoint({ ...common, address })),
    { dialTimeoutMs, callTimeoutMs },
  );
  credentials.onChange(() => cluster.renew(), closing.signal);
  const keyspace = createKeyspace(options.prefix ?? '');
  const leases = createLeases(cluster, options.now ?? Date.now);
  const reads = createReads(cluster, keyspace);
  const calls = createCalls(closing.signal);
  const demand = { revision: 0, watches: new Set<ProgressAsker>() };
  const source: WatchSource = { cluster, keyspace, closing: closing.signal, demand };
  const compactor = runCompactor({
    cluster,
    tell,
    intervalMs: options.compactionIntervalMs ?? 300_000,
    signal: closing.signal,
    onError,
  });
  let told: Revision = 0;
  let closed: Promise<void> | undefined;
  cluster.connect();

  /** Remembers the newest revision that callers can know of. */
  function tell<T extends { readonly revision: Revision }>(answer: T): T {
    told = Math.max(told, answer.revision);
    return answer;
  }

  async function newest(signal?: AbortSignal): Promise<Revision> {
    return tell({ revision: await reads.revision(signal) }).revision;
  }

  async function reach(options: ReadOptions): Promise<void> {
    if ((options.atLeast ?? 0) > told) await waitForRevision(options, patienceMs, () => newest(options.signal));
  }

  async function get(key: string, signal?: AbortSignal) {
    const { keyValue, revision } = tell(await reads.get(key, signal));
    return { entry: keyValue && keyspace.ownEntry(keyValue), revision };
  }

  const write = createWrites({ source, tell, told: () => told, patienceMs: callTimeoutMs });

  /** For a write over what cannot exist. */
  async function lose(key: string, signal?: AbortSignal): Promise<WriteResult> {
    return { ok: false, current: (await get(key, signal)).entry };
  }

  async function put(name: string, value: Uint8Array, expected: Revision, options: CreateOptions) {
    const { ttl, signal } = options;
    const key = keyspace.key(name);
    if (ttl === undefined) return write({ type: 'put', key, value }, expected, options);
    const leased = async (lease: Promise<LeaseId>): Promise<WriteResult> =>
      write({ type: 'put', key, value, lease: await lease }, expected, options);
    const lease = leases.lease(ttl, signal);
    try {
      return await leased(lease);
    } catch (error) {
      if (!(error instanceof NoLeaseError)) throw error;
      leases.forget(lease);
      return leased(leases.lease(ttl, signal));
    }
  }

  /** Puts numbers to what etcd says of a revision it was asked for. */
  async function translate(error: unknown, asked: Revision): Promise<unknown> {
    if (!(error instanceof RevisionError)) return error;
    if (error.kind === 'future') return new FutureRevisionError(asked, await newest());
    return new CompactedError(asked, await oldest(asked));
  }

  /** The oldest revision kept, which etcd tells only to watches that come too late for it. */
  async function oldest(compacted: Revision): Promise<Revision> {
    const signal = AbortSignal.timeout(dialTimeoutMs);
    const watch = watchRange(source, '', { from: compacted + 1, signal });
    try {
      await watch.next();
      return compacted + 1;
    } catch (error) {
      if (error instanceof CompactedError) return error.compacted - 1;
      throw error;
    } finally {
      await watch.return();
    }
  }

  return {
    get: (key, read = {}) =>
      calls.run(async () => {
        await reach(read);
        return get(key, read.signal);
      }),
    list: (prefix, list = {}) =>
      calls.run(async () => {
        await reach(list);
        const keys = keyspace.range(prefix, list.start);
        if (keys === undefined) return { entries: [], revision: await newest(list.signal), remaining: 0 };
        try {
          return tell(await listRange(cluster, keyspace, keys, list));
        } catch (error) {
          if (list.revision !== undefined) throw await translate(error, list.revision);
          if (!(error instanceof RevisionError)) throw error;
          // The newest state was forgotten between two pages: there is a newer one.
          return tell(await listRange(cluster, keyspace, keys, list));
        }
      }),
    create: (key, value, options = {}) => calls.run(() => put(key, value, 0, options)),
    update: (key, value, expected, options = {}) =>
      calls.run(() => (expected > 0 ? put(key, value, expected, options) : lose(key, options.signal))),
    delete: (key, expected, { signal } = {}) =>
      calls.run(async () => {
        if (expected <= 0) return lose(key, signal);
        return write({ type: 'delete', key: keyspace.key(key) }, expected, { ...(signal && { signal }) });
      }),
    watch: (prefix, watch) => watchRange(source, prefix, watch),
    currentRevision: ({ signal } = {}) => calls.run(() => newest(signal)),
    get provesProgress() {
      return cluster.provesProgress();
    },
    async requestProgress() {
      demand.revision = told;
      for (const watch of demand.watches) watch.want(told);
    },
    compact: (revision) =>
      calls.run(async () => {
        try {
          // Compacting twice is compacting once, so it may be retried like a read.
          await cluster.call('read', compactRpc(revision));
        } catch (error) {
          if (error instanceof RevisionError && error.kind === 'compacted') return;
          throw await translate(error, revision);
        }
      }),
    close: () => (closed ??= close()),
  };

  async function close(): Promise<void> {
    closing.abort();
    await compactor;
    await calls.idle();
    cluster.close();
  }
}
