import type { Cluster } from './cluster.js';
import { leaseGrantRpc, type LeaseId } from './messages.js';

/** Entries that expire at about the same time share a lease, as kube-apiserver's do: each lease costs etcd memory. */
export interface Leases {
  /** The id of a lease that lasts `ttl` seconds from now, and at most 5 % or a minute longer. */
  lease(ttl: number, signal?: AbortSignal): Promise<LeaseId>;
  /** Has nobody share it any more: etcd does not know it, as after it was restored. */
  forget(lease: Promise<LeaseId>): void;
}

const LONGEST_SHARING_SECONDS = 60;
const SHARED_PART = 0.05;
const ENTRIES_PER_LEASE = 1000;

interface SharedLease {
  readonly id: Promise<LeaseId>;
  readonly until: number;
  entries: number;
}

/** `now` is in milliseconds. */
export function createLeases(cluster: Cluster, now: () => number): Leases {
  const shared = new Map<number, SharedLease>();

  function grant(ttl: number, signal?: AbortSignal): Promise<LeaseId> {
    // A lease that was granted without our knowing does no harm.
    return cluster.call('read', leaseGrantRpc(ttl), signal);
  }

  return {
    lease(ttl, signal) {
      const seconds = Math.ceil(ttl);
      const sharing = Math.floor(Math.min(seconds * SHARED_PART, LONGEST_SHARING_SECONDS));
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
