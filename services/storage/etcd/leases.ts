import type { Cluster } from './cluster.js';
import { leaseGrantRpc, type LeaseId } from './messages.js';

/**
 * Entries that expire at about the same time share a lease, as in kube-apiserver, because each lease costs etcd memory.
 */
export interface Leases {
  /** The id of a lease that lasts at least `ttl` seconds, and at most 5 % or one minute longer. */
  lease(ttl: number, signal?: AbortSignal): Promise<LeaseId>;
  /** Stops sharing a lease that etcd does not know, as after a restore. */
  forget(lease: Promise<LeaseId>): void;
}

const MAX_EXTRA_SECONDS = 60;
const EXTRA_RATIO = 0.05;
const ENTRIES_PER_LEASE = 1000;

interface SharedLease {
  readonly id: Promise<LeaseId>;
  readonly until: number;
  entries: number;
}

/** `now` returns milliseconds. */
export function createLeases(cluster: Cluster, now: () => number): Leases {
  const shared = new Map<number, SharedLease>();

  function grant(ttl: number, signal?: AbortSignal): Promise<LeaseId> {
    // A lease that was granted without a known answer only expires unused.
    return cluster.call('read', leaseGrantRpc(ttl), signal);
  }

  return {
    lease(ttl, signal) {
      const seconds = Math.ceil(ttl);
      const sharing = Math.floor(Math.min(seconds * EXTRA_RATIO, MAX_EXTRA_SECONDS));
      if (sharing === 0) return grant(seconds, signal);
      const time = now();
      const old = shared.get(seconds);
      if (old !== undefined && time < old.until && old.entries < ENTRIES_PER_LEASE) {
        old.entries++;
        return old.id;
      }
      const id = grant(seconds + sharing);
      shared.set(seconds, { id, until: time + sharing * 1000, entries: 1 });
      id.catch(() => shared.delete(seconds));
      return id;
    },
    forget(lease) {
      for (const [seconds, { id }] of shared) if (id === lease) shared.delete(seconds);
    },
  };
}
