import type { Revision } from '../store.js';
import { abortable } from './abortable.js';
import type { Cluster } from './cluster.js';
import type { Keyspace } from './keyspace.js';
import { txnRpc, type KeyValue, type RangeRequest, type TxnResponse } from './messages.js';

/**
 * Linearizable reads of single keys. Those that come while an answer is awaited go together in the next transaction: one
 * round trip, and one proof by etcd that it is up to date. A read never takes the answer to what was sent before it came.
 */
export interface Reads {
  get(key: string, signal?: AbortSignal): Promise<Found>;
  revision(signal?: AbortSignal): Promise<Revision>;
}

export interface Found {
  readonly keyValue: KeyValue | undefined;
  readonly revision: Revision;
}

interface Batch {
  /** By key, where in the transaction it is read. */
  readonly places: Map<string, number>;
  readonly ranges: RangeRequest[];
  readonly answer: Promise<TxnResponse>;
  readonly send: () => void;
}

/** etcd's own limit for a transaction, as it is set unless told otherwise. */
const LARGEST_BATCH = 128;
/** An answer that takes longer does not hold up the next batch. */
const PATIENCE_MS = 100;
/** No entry has this key. */
const REVISION = '';

export function createReads(cluster: Pick<Cluster, 'call'>, keyspace: Keyspace): Reads {
  let gathering: Batch | undefined;
  let awaited = 0;

  function gather(): Batch {
    if (gathering !== undefined) return gathering;
    const ranges: RangeRequest[] = [];
    let send: () => void = () => {};
    const started = new Promise<void>((resolve) => {
      send = resolve;
    });
    const answer = started.then(() => {
      const success = ranges.map((range) => ({ type: 'range', range }) as const);
      return cluster.call('read', txnRpc({ success }));
    });
    gathering = { places: new Map(), ranges, answer, send };
    if (awaited === 0) setImmediate(sendBatch, gathering);
    return gathering;
  }

  function sendBatch(batch: Batch): void {
    if (gathering !== batch) return;
    gathering = undefined;
    awaited++;
    let counted = true;
    const release = () => {
      clearTimeout(timer);
      if (!counted) return;
      counted = false;
      awaited--;
      // Those who now read again can still join.
      if (awaited === 0 && gathering !== undefined) setImmediate(sendBatch, gathering);
    };
    const timer = setTimeout(release, PATIENCE_MS);
    batch.answer.then(release, release);
    batch.send();
  }

  async function read(key: string, range: () => RangeRequest, signal?: AbortSignal): Promise<Found> {
    signal?.throwIfAborted();
    const batch = gather();
    let place = batch.places.get(key);
    if (place === undefined) {
      place = batch.ranges.push(range()) - 1;
      batch.places.set(key, place);
      if (batch.ranges.length === LARGEST_BATCH) sendBatch(batch);
    }
    const { revision, ranges } = await abortable(batch.answer, signal);
    return { keyValue: ranges[place]?.keyValues[0], revision };
  }

  return {
    async get(key, signal) {
      const bytes = keyspace.key(key);
      return read(key, () => ({ key: bytes }), signal);
    },
    async revision(signal) {
      const { revision } = await read(REVISION, () => ({ key: keyspace.probe, countOnly: true }), signal);
      return revision;
    },
  };
}
