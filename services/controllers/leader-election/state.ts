import type { Lease } from '@pilothouse/apimachinery/generated/coordination/v1.js';

/**
 * What a candidate knows. Its times are milliseconds of a clock of its own that never goes back, since nobody's time of day
 * is to be trusted: a lease has expired when it was not seen to change for its duration.
 */
export interface Candidate {
  readonly lease: KnownLease;
  /** Nothing is asked of the server before. */
  readonly next: number;
  /**
   * When the write was sent that made or kept it the leader, which nobody else can have seen before; undefined while it does
   * not lead.
   */
  readonly renewed?: number;
}

export type KnownLease =
  | { readonly type: 'unknown' }
  | { readonly type: 'absent' }
  | {
      readonly type: 'seen';
      readonly lease: Lease;
      /** When this version of it was first seen. */
      readonly at: number;
    };

/** Who a candidate is, and its rules; times are milliseconds. */
export interface ElectionRules {
  readonly identity: string;
  /** For how long others wait for a leader that shows no sign of life. */
  readonly leaseDuration: number;
  /** For how long a leader leads that cannot renew the lease; shorter, so that it has ended before anybody else begins. */
  readonly renewDeadline: number;
  /** Between two renewals, and between two attempts of anything. */
  readonly retryPeriod: number;
}

export const NEWCOMER: Candidate = { lease: { type: 'unknown' }, next: 0 };

/** Where it is known not to be there, `lease` is undefined. */
export function afterSeeing(candidate: Candidate, lease: Lease | undefined, now: number): Candidate {
  if (lease === undefined) return { ...candidate, lease: { type: 'absent' } };
  const known = candidate.lease;
  const isKnown =
    known.type === 'seen' &&
    known.lease.metadata.resourceVersion === lease.metadata.resourceVersion &&
    known.lease.metadata.uid === lease.metadata.uid;
  return isKnown ? candidate : { ...candidate, lease: { type: 'seen', lease, at: now } };
}

export interface Written {
  readonly lease: Lease;
  readonly sent: number;
  readonly now: number;
}

/** After the server has stored the lease with the candidate as its holder. An answer that comes too late makes no leader. */
export function afterWriting(candidate: Candidate, rules: ElectionRules, { lease, sent, now }: Written): Candidate {
  const known = { type: 'seen', lease, at: now } as const;
  if (candidate.renewed === undefined && now >= sent + rules.renewDeadline) return { ...candidate, lease: known };
  return { lease: known, next: sent + rules.retryPeriod, renewed: sent };
}

/** After a write that somebody else's has overtaken, or whose lease is gone: all that can be done is to look. */
export function afterConflict(candidate: Candidate): Candidate {
  return { ...candidate, lease: { type: 'unknown' } };
}

/** After a request that may have been heard or not: the next write, of the version known, will tell. */
export function afterFailure(candidate: Candidate, next: number): Candidate {
  return { ...candidate, next };
}
