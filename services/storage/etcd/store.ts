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
import type { ProgressRequester } from './progress.js';
import { createReads } from './reads.js';
import { watchRange, type WatchSource } from './watch.js';
import { createWrites } from './writes.js';

export interface EtcdStoreOptions extends CredentialFiles {
  /** `http://host:2379`, `https://…`, or without a scheme. */
  readonly endpoints: readonly string[];
  /** Prefix of every key; none when absent. */
  readonly prefix?: string;
  /** Timeout of a connection attempt in milliseconds; 2000 when absent. */
  readonly dialTimeoutMs?: number;
  /** Timeout of a call in milliseconds; 5000 when absent. */
  readonly callTimeoutMs?: number;
  /**
   * Maximum age of past states and interval of compactions in milliseconds; 5 minutes when absent, never when 0. One of
   * all stores on the etcd compacts. The user needs permission for the key `compact_rev_key`.
   */
  readonly compactionIntervalMs?: number;
  /** How long a read waits for a future revision, in milliseconds; 3000 when absent. */
  readonly revisionTimeoutMs?: number;
  /** Returns milliseconds; Date.now when absent. */
  readonly now?: () => number;
  /** Called with failures in the background. */
  readonly onError?: (error: unknown) => void;
  /** Called on each change of the credential files. */
  readonly onReload?: WatchOptions<unknown>['onReload'];
  /** Interval in milliseconds at which credential files are checked; 2000 when absent. */
  readonly watchInterval?: number;
}

/**
 * A store in etcd 3.4 or later, which other stores may share. It opens even if etcd is unreachable. A key or value too
 * large for etcd rejects with RangeError. When credential files change, new connections replace the existing ones.
 */
export async function openEtcdStore(options: EtcdStoreOptions): Promise<Store> {
  const { dialTimeoutMs = 2000, callTimeoutMs = 5000, revisionTimeoutMs = 3000, watchInterval: interval } = options;
  const { onError = () => {}, onReload } = options;
  const closing = new AbortController();
  // The number of watches is unlimited.
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
  const demand = { revision: 0, watches: new Set<ProgressRequester>() };
  const source: WatchSource = { cluster, keyspace, closing: closing.signal, demand };
  const compactor = runCompactor({
    cluster,
    onRevision: record,
    intervalMs: options.compactionIntervalMs ?? 300_000,
    signal: closing.signal,
    onError,
  });
  let latest: Revision = 0;
  let closed: Promise<void> | undefined;
  cluster.connect();

  /** Records the newest revision returned to any caller. */
  function record<T extends { readonly revision: Revision }>(answer: T): T {
    latest = Math.max(latest, answer.revision);
    return answer;
  }

  async function newest(options: Pick<ReadOptions, 'signal' | 'trace'> = {}): Promise<Revision> {
    return record({ revision: await reads.revision(options) }).revision;
  }

  async function reach(options: ReadOptions): Promise<void> {
    if ((options.atLeast ?? 0) > latest) await waitForRevision(options, revisionTimeoutMs, () => newest(options));
  }

  async function get(key: string, options: Pick<ReadOptions, 'signal' | 'trace'>) {
    const { keyValue, revision } = record(await reads.get(key, options));
    return { entry: keyValue && keyspace.ownEntry(keyValue), revision };
  }

  const write = createWrites({ source, record, latestRevision: () => latest, callTimeoutMs });

  /** The result of a write to an entry that cannot exist. */
  async function conflict(key: string, options: ReadOptions): Promise<WriteResult> {
    return { ok: false, current: (await get(key, options)).entry };
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

  /** Adds revisions to etcd's revision errors. */
  async function translate(error: unknown, asked: Revision): Promise<unknown> {
    if (!(error instanceof RevisionError)) return error;
    if (error.kind === 'future') return new FutureRevisionError(asked, await newest());
    return new CompactedError(asked, await oldest(asked));
  }

  /** The oldest revision, which etcd reports only to a watch that starts too early. */
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
        return get(key, read);
      }),
    list: (prefix, list = {}) =>
      calls.run(async () => {
        await reach(list);
        const keys = keyspace.range(prefix, list.start);
        if (keys === undefined) return { entries: [], revision: await newest(list), remaining: 0 };
        try {
          return record(await listRange(cluster, keyspace, keys, list));
        } catch (error) {
          if (list.revision !== undefined) throw await translate(error, list.revision);
          if (!(error instanceof RevisionError)) throw error;
          // The revision was compacted between two pages, so there is a newer one.
          return record(await listRange(cluster, keyspace, keys, list));
        }
      }),
    create: (key, value, options = {}) => calls.run(() => put(key, value, 0, options)),
    update: (key, value, expected, options = {}) =>
      calls.run(() => (expected > 0 ? put(key, value, expected, options) : conflict(key, options))),
    delete: (key, expected, options = {}) =>
      calls.run(async () => {
        if (expected <= 0) return conflict(key, options);
        return write({ type: 'delete', key: keyspace.key(key) }, expected, options);
      }),
    watch: (prefix, watch) => watchRange(source, prefix, watch),
    currentRevision: (read) => calls.run(() => newest(read)),
    get provesProgress() {
      return cluster.provesProgress();
    },
    async requestProgress() {
      demand.revision = latest;
      for (const watch of demand.watches) watch.want(latest);
    },
    compact: (revision) =>
      calls.run(async () => {
        try {
          // Compaction is idempotent, so it may be retried like a read.
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
