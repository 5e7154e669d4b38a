import type { Candidate, ElectionRules } from './state.js';

export type Action =
  | { readonly type: 'wait'; readonly until: number }
  | { readonly type: 'read' }
  /** The lease with oneself as its holder, be it for the first time or once more. */
  | { readonly type: 'create' | 'update' }
  /** To stop whatever only the leader may do. */
  | { readonly type: 'lose' };

/** What a candidate does now, by the rules of client-go. */
export function decide(candidate: Candidate, rules: ElectionRules, now: number): Action {
  const { renewed, next } = candidate;
  const end = renewed === undefined ? Infinity : renewed + rules.renewDeadline;
  if (now >= end || (renewed !== undefined && isTaken(candidate, rules))) return { type: 'lose' };
  if (now < next) return { type: 'wait', until: Math.min(next, end) };
  return renewed === undefined ? stand(candidate, rules, now) : ask(candidate.lease.type);
}

/** Whether somebody else was seen to hold the lease. */
export function isTaken({ lease }: Candidate, { identity }: ElectionRules): boolean {
  return lease.type === 'seen' && lease.lease.spec.holderIdentity !== identity;
}

function stand({ lease }: Candidate, { identity, leaseDuration }: ElectionRules, now: number): Action {
  if (lease.type !== 'seen') return ask(lease.type);
  const { holderIdentity: holder = '', leaseDurationSeconds: seconds } = lease.lease.spec;
  // One's own, where the answer to the write that took it was lost.
  const isFree = holder === '' || holder === identity;
  const expiry = lease.at + (seconds === undefined ? leaseDuration : seconds * 1000);
  return isFree || now >= expiry ? { type: 'update' } : { type: 'wait', until: expiry };
}

function ask(lease: 'unknown' | 'absent' | 'seen'): Action {
  switch (lease) {
    case 'unknown':
      return { type: 'read' };
    case 'absent':
      return { type: 'create' };
    case 'seen':
      return { type: 'update' };
  }
}
