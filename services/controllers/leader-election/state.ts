import type { Lease } from '@pilothouse/apimachinery/generated/coordination/v1.js';

/**
 * The state of a candidate. Times are milliseconds of its own monotonic clock. Wall clocks of other machines are not trusted: a
 * lease has expired when no change was observed for its duration.
 */
export interface Candidate {
  readonly lease: KnownLease;
  /** The earliest time of the next request. */
  readonly next: number;
  /**
   * When the request was sent that acquired or last renewed the lease, so that no other candidate saw it earlier; undefined for a
   * follower.
   */
  readonly renewed?: number;
}

export type KnownLease =
  | { readonly type: 'unknown' }
  | { readonly type: 'absent' }
  | {
      readonly type: 'seen';
      readonly lease: Lease;
      /** When this version was first observed. */
      readonly at: number;
    };

/** Identity and durations of a candidate, in milliseconds. */
export interface ElectionRules {
  readonly identity: string;
  /** How long other candidates wait without a renewal. */
  readonly leaseDuration: number;
  /** How long a leader leads without a renewal. It is shorter than the lease, so that the leader stops before another one starts. */
  readonly renewDeadline: number;
  /** Between two renewals, and between two attempts. */
  readonly retryPeriod: number;
}

export const INITIAL: Candidate = { lease: { type: 'unknown' }, next: 0 };

/** `lease` is undefined if it does not exist. */
export function afterRead(candidate: Candidate, lease: Lease | undefined, now: number): Candidate {
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

/** After a successful write of the lease by this candidate. A late response makes no leader. */
export function afterWrite(candidate: Candidate, rules: ElectionRules, { lease, sent, now }: Written): Candidate {
  const known = { type: 'seen', lease, at: now } as const;
  if (candidate.renewed === undefined && now >= sent + rules.renewDeadline) return { ...candidate, lease: known };
  return { lease: known, next: sent + rules.retryPeriod, renewed: sent };
}

/** After a conflict or a missing lease: the lease must be read again. */
export function afterConflict(candidate: Candidate): Candidate {
  return { ...candidate, lease: { type: 'unknown' } };
}

/** After a failed request, which may have succeeded: the next conditional write will show. */
export function afterFailure(candidate: Candidate, next: number): Candidate {
  return { ...candidate, next };
}
