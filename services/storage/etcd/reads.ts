import type { Span } from '@pilothouse/runtime/tracing/span.js';
import type { ReadOptions, Revision } from '../store.js';
import { abortable } from '../abortable.js';
import type { Cluster } from './cluster.js';
import type { Keyspace } from './keyspace.js';
import { txnRpc, type KeyValue, type RangeRequest, type TxnResponse } from './messages.js';

/**
 * Batches linearizable reads of single keys. Reads that arrive while a response is pending share the next transaction:
 * one round trip and one quorum check of etcd. A read never uses the response to a request sent before it arrived.
 */
export interface Reads {
  get(key: string, options?: CallOptions): Promise<Found>;
  revision(options?: CallOptions): Promise<Revision>;
}

type CallOptions = Pick<ReadOptions, 'signal' | 'trace'>;

export interface Found {
  readonly keyValue: KeyValue | undefined;
  readonly revision: Revision;
}

interface Batch {
  /** Index of each key in the transaction. */
  readonly indexes: Map<string, number>;
  readonly ranges: RangeRequest[];
  readonly response: Promise<TxnResponse>;
  readonly send: () => void;
  /** The first trace that waits for the response. */
  trace: Span | undefined;
}

/** etcd's default limit of operations in a transaction (--max-txn-ops). */
const MAX_BATCH = 128;
/** A slower response does not delay the next batch. */
const MAX_WAIT_MS = 100;
/** The batch key of revision reads; no entry has it. */
const REVISION = '';

export function createReads(cluster: Pick<Cluster, 'call'>, keyspace: Keyspace): Reads {
  let open: Batch | undefined;
  let pending = 0;

  function openBatch(): Batch {
    if (open !== undefined) return open;
    const ranges: RangeRequest[] = [];
    let send: () => void = () => {};
    const started = new Promise<void>((resolve) => {
      send = resolve;
    });
    const response = started.then(() => {
      const success = ranges.map((range) => ({ type: 'range', range }) as const);
      return cluster.call('read', txnRpc({ success }), undefined, undefined, batch.trace);
    });
    const batch: Batch = { indexes: new Map(), ranges, response, send, trace: undefined };
    open = batch;
    if (pending === 0) setImmediate(sendBatch, batch);
    return batch;
  }

  function sendBatch(batch: Batch): void {
    if (open !== batch) return;
    open = undefined;
    pending++;
    let counted = true;
    const release = () => {
      clearTimeout(timer);
      if (!counted) return;
      counted = false;
      pending--;
      // Callers that read again right now can still join.
      if (pending === 0 && open !== undefined) setImmediate(sendBatch, open);
    };
    const timer = setTimeout(release, MAX_WAIT_MS);
    batch.response.then(release, release);
    batch.send();
  }

  async function read(key: string, range: () => RangeRequest, { signal, trace }: CallOptions): Promise<Found> {
    signal?.throwIfAborted();
    const batch = openBatch();
    if (trace?.isRecorded === true) batch.trace ??= trace;
    let index = batch.indexes.get(key);
    if (index === undefined) {
      index = batch.ranges.push(range()) - 1;
      batch.indexes.set(key, index);
      if (batch.ranges.length === MAX_BATCH) sendBatch(batch);
    }
    const { revision, ranges } = await abortable(batch.response, signal);
    return { keyValue: ranges[index]?.keyValues[0], revision };
  }

  return {
    async get(key, options = {}) {
      const bytes = keyspace.key(key);
      return read(key, () => ({ key: bytes }), options);
    },
    async revision(options = {}) {
      const { revision } = await read(REVISION, () => ({ key: keyspace.probe, countOnly: true }), options);
      return revision;
    },
  };
}
