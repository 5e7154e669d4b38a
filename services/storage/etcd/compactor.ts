import { setTimeout as delay } from 'node:timers/promises';
import type { Revision } from '../store.js';
import { RevisionError, type Cluster } from './cluster.js';
import { compactRpc, txnRpc } from './messages.js';

/** The key that Kubernetes uses too: whoever shares an etcd takes turns. Its value is the revision compacted last. */
const COMPACTION_KEY = Buffer.from('compact_rev_key');

export interface CompactorOptions {
  readonly cluster: Cluster;
  /** Told each interval of the newest revision, so that what a store knows of is hardly older than what is kept. */
  readonly tell: (answer: { readonly revision: Revision }) => void;
  /** Milliseconds: states older than this are forgotten, as often. 0: never. */
  readonly intervalMs: number;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** What was seen at the last turn: how often the key was written, and the revision of the store. */
interface Turn {
  readonly version: number;
  readonly revision: Revision;
}

/**
 * Compacts once an interval, however many replicas do this: each compares the key's version with the one it saw an
 * interval ago, and only the first one to come finds it unchanged. It compacts at the revision it saw then.
 * Resolves when `signal` is aborted.
 */
export async function runCompactor({ cluster, tell, intervalMs, signal, onError }: CompactorOptions): Promise<void> {
  if (intervalMs === 0) return;
  let last: Turn = { version: 0, revision: 0 };
  while (!signal.aborted) {
    try {
      await delay(intervalMs, undefined, { signal });
      last = await takeTurn(cluster, last, signal);
      tell(last);
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
  }
}

async function takeTurn(cluster: Cluster, last: Turn, signal: AbortSignal): Promise<Turn> {
  const key = COMPACTION_KEY;
  const rpc = txnRpc({
    compare: [{ key, target: 'version', equal: last.version }],
    success: [{ type: 'put', key, value: Buffer.from(String(last.revision)) }],
    failure: [{ type: 'range', range: { key } }],
  });
  // Should it be done twice without our knowing, the second one finds another version and does nothing.
  const { succeeded, revision, ranges } = await cluster.call('read', rpc, signal);
  if (!succeeded) return { version: ranges[0]?.keyValues[0]?.version ?? 0, revision };
  if (last.revision > 0) await compact(cluster, last.revision, signal);
  return { version: last.version + 1, revision };
}

async function compact(cluster: Cluster, revision: Revision, signal: AbortSignal): Promise<void> {
  try {
    await cluster.call('read', compactRpc(revision), signal);
  } catch (error) {
    if (!(error instanceof RevisionError && error.kind === 'compacted')) throw error;
  }
}
