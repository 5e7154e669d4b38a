import type { Lease } from '@pilothouse/apimachinery/generated/coordination/v1.js';

export interface RecordOptions {
  readonly identity: string;
  /** Milliseconds. */
  readonly leaseDuration: number;
  readonly now: Date;
}

/** The lease with `identity` as its holder, acquired or renewed. */
export function heldLease(lease: Lease, { identity, leaseDuration, now }: RecordOptions): Lease {
  const { spec } = lease;
  const isHolder = spec.holderIdentity === identity;
  // A new lease has no transitions.
  const transitions = spec.leaseTransitions === undefined ? 0 : spec.leaseTransitions + (isHolder ? 0 : 1);
  return {
    ...lease,
    spec: {
      ...spec,
      holderIdentity: identity,
      leaseDurationSeconds: Math.round(leaseDuration / 1000),
      acquireTime: isHolder ? (spec.acquireTime ?? microTime(now)) : microTime(now),
      renewTime: microTime(now),
      leaseTransitions: transitions,
    },
  };
}

/** The released lease, which any candidate may acquire at once. */
export function releasedLease(lease: Lease, now: Date): Lease {
  const times = { acquireTime: microTime(now), renewTime: microTime(now) };
  return { ...lease, spec: { ...lease.spec, ...times, holderIdentity: '', leaseDurationSeconds: 1 } };
}

/** Formats a MicroTime. */
function microTime(time: Date): string {
  return time.toISOString().replace('Z', '000Z');
}
