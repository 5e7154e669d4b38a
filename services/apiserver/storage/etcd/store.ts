import { readFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import type { ICompactionResponse, ICompare, IRangeResponse, IRequestOp, ITxnResponse } from 'etcd3';
import { createCalls } from '../calls.js';
import { CompactedError, FutureRevisionError, type Revision, type Store, type WriteResult } from '../store.js';
import { createCluster, RevisionError } from './cluster.js';
import { createEndpoint, type Credentials } from './endpoint.js';
import { createKeyspace } from './keyspace.js';
import { createLeases } from './leases.js';
import { listRange } from './lists.js';
import { watchRange } from './watch.js';

export interface EtcdStoreOptions {
  /** `http://host:2379`, `https://…`, or without a scheme. */
  readonly endpoints: readonly string[];
  /** Put before every key; nothing when absent. */
  readonly prefix?: string;
  /** PEM files. The system's authorities are trusted when `caFile` is absent. */
  readonly tls?: { readonly caFile?: string; readonly certFile?: string; readonly keyFile?: string };
  readonly auth?: Credentials;
  /** Connecting takes at most so many milliseconds; 2000 when absent. */
  readonly dialTimeoutMs?: number;
  /** A call takes at most so many milliseconds; 5000 when absent. */
  readonly callTimeoutMs?: number;
  /** Milliseconds; Date.now when absent. */
  readonly now?: () => number;
}

/**
 * A store in etcd 3.4 or later, which others may use at the same time. It opens whether etcd can be reached or not. A
 * value or key that etcd finds too large rejects with RangeError.
 */
export async function openEtcdStore(options: EtcdStoreOptions): Promise<Store> {
  const tls = options.tls && (await readTls(options.tls));
  const endpoints = options.endpoints.map((address) => createEndpoint({ address, tls, auth: options.auth }));
  const { dialTimeoutMs = 2000, callTimeoutMs = 5000, now = Date.now } = options;
  const cluster = createCluster(endpoints, { dialTimeoutMs, callTimeoutMs });
  const keyspace = createKeyspace(options.prefix ?? '');
  const leases = createLeases(cluster, now);
  const closing = new AbortController();
  const calls = createCalls(closing.signal);
  const source = { cluster, keyspace, closing: closing.signal };
  let closed: Promise<void> | undefined;

  function range(request: object, signal?: AbortSignal): Promise<IRangeResponse> {
    return cluster.call('read', { service: 'KV', method: 'range', request, signal });
  }

  async function newest(signal?: AbortSignal): Promise<Revision> {
    const { header } = await range({ key: keyspace.probe, count_only: true }, signal);
    return Number(header.revision);
  }

  /** One transaction; when the revision is not `expected` (0: no entry), it brings back what is there instead. */
  async function write(
    key: Buffer,
    expected: Revision,
    change: IRequestOp,
    signal?: AbortSignal,
  ): Promise<WriteResult> {
    const compare: ICompare = { key, target: 'Mod', result: 'Equal', mod_revision: expected };
    const request = { compare: [compare], success: [change], failure: [{ request_range: { key } }] };
    const answer = await cluster.call<ITxnResponse>('write', { service: 'KV', method: 'txn', request, signal });
    if (answer.succeeded) return { ok: true, revision: Number(answer.header.revision) };
    const [found] = answer.responses[0]?.response_range.kvs ?? [];
    return { ok: false, current: found && keyspace.entry(found) };
  }

  /** For a write over what cannot exist. */
  async function lose(key: Buffer, signal?: AbortSignal): Promise<WriteResult> {
    const { kvs } = await range({ key }, signal);
    return { ok: false, current: kvs[0] && keyspace.entry(kvs[0]) };
  }

  async function put(key: Buffer, value: Uint8Array, expected: Revision, ttl?: number, signal?: AbortSignal) {
    const lease = ttl === undefined ? {} : { lease: await leases.lease(ttl, signal) };
    return write(key, expected, { request_put: { key, value: asBuffer(value), ...lease } }, signal);
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
    try {
      const watch = watchRange(source, '', { from: compacted + 1, signal });
      await watch.next();
      return compacted + 1;
    } catch (error) {
      if (error instanceof CompactedError) return error.compacted - 1;
      throw error;
    }
  }

  return {
    get: (key, { signal } = {}) =>
      calls.run(async () => {
        const { kvs, header } = await range({ key: keyspace.key(key) }, signal);
        return { entry: kvs[0] && keyspace.entry(kvs[0]), revision: Number(header.revision) };
      }),
    list: (prefix, list = {}) =>
      calls.run(async () => {
        const keys = keyspace.range(prefix, list.start);
        if (keys === undefined) return { entries: [], revision: await newest(list.signal), remaining: 0 };
        try {
          return await listRange(cluster, keyspace, keys, list);
        } catch (error) {
          if (list.revision !== undefined) throw await translate(error, list.revision);
          if (!(error instanceof RevisionError)) throw error;
          // The newest state was forgotten between two pages: there is a newer one.
          return listRange(cluster, keyspace, keys, list);
        }
      }),
    create: (key, value, { ttl, signal } = {}) => calls.run(async () => put(keyspace.key(key), value, 0, ttl, signal)),
    update: (key, value, expected, { ttl, signal } = {}) =>
      calls.run(async () =>
        expected > 0 ? put(keyspace.key(key), value, expected, ttl, signal) : lose(keyspace.key(key), signal),
      ),
    delete: (key, expected, { signal } = {}) =>
      calls.run(async () => {
        const bytes = keyspace.key(key);
        if (expected <= 0) return lose(bytes, signal);
        return write(bytes, expected, { request_delete_range: { key: bytes } }, signal);
      }),
    watch: (prefix, watch) => watchRange(source, prefix, watch),
    currentRevision: ({ signal } = {}) => calls.run(() => newest(signal)),
    compact: (revision) =>
      calls.run(async () => {
        const request = { service: 'KV', method: 'compact', request: { revision } } as const;
        try {
          // Compacting twice is compacting once, so it may be retried like a read.
          await cluster.call<ICompactionResponse>('read', request);
        } catch (error) {
          if (error instanceof RevisionError && error.kind === 'compacted') return;
          throw await translate(error, revision);
        }
      }),
    close: () => (closed ??= close()),
  };

  async function close(): Promise<void> {
    closing.abort();
    await calls.idle();
    cluster.close();
  }
}

async function readTls({ caFile, certFile, keyFile }: NonNullable<EtcdStoreOptions['tls']>) {
  return {
    rootCertificate: caFile === undefined ? Buffer.from(rootCertificates.join('\n')) : await readFile(caFile),
    ...(certFile !== undefined && { certChain: await readFile(certFile) }),
    ...(keyFile !== undefined && { privateKey: await readFile(keyFile) }),
  };
}

function asBuffer(value: Uint8Array): Buffer {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
