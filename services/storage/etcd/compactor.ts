import { setTimeout as delay } from 'node:timers/promises';
import type { Revision } from '../store.js';
import { RevisionError, type Cluster } from './cluster.js';
import { compactRpc, txnRpc } from './messages.js';

/**
 * The key that kube-apiserver uses too, so that all servers on one etcd coordinate. Its value is the last compacted
 * revision.
 */
const COMPACTION_KEY = Buffer.from('compact_rev_key');

export interface CompactorOptions {
  readonly cluster: Cluster;
  /**
   * Called each interval with the newest revision, so that the store's last known revision stays within the uncompacted
   * range.
   */
  readonly onRevision: (answer: { readonly revision: Revision }) => void;
  /** Maximum age of past states and interval of compactions in milliseconds; 0 disables them. */
  readonly intervalMs: number;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** The version of the compaction key and the store's revision, as read one interval ago. */
interface Observation {
  readonly version: number;
  readonly revision: Revision;
}

/**
 * Compacts once for each interval, for any number of replicas. Each replica compares the key's version with the one it
 * read an interval ago. Only the first replica finds it unchanged, and compacts at the revision it read then. Resolves
 * when `signal` is aborted.
 */
export async function runCompactor({
  cluster,
  onRevision,
  intervalMs,
  signal,
  onError,
}: CompactorOptions): Promise<void> {
  if (intervalMs === 0) return;
  let last: Observation = { version: 0, revision: 0 };
  while (!signal.aborted) {
    try {
      await delay(intervalMs, undefined, { signal });
      last = await compactIfFirst(cluster, last, signal);
      onRevision(last);
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
  }
}

async function compactIfFirst(cluster: Cluster, last: Observation, signal: AbortSignal): Promise<Observation> {
  const key = COMPACTION_KEY;
  const rpc = txnRpc({
    compare: [{ key, target: 'version', equal: last.version }],
    success: [{ type: 'put', key, value: Buffer.from(String(last.revision)) }],
    failure: [{ type: 'range', range: { key } }],
  });
  // Safe to retry: a second execution finds another version and does nothing.
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
