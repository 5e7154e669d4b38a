import type { Candidate, ElectionRules } from './state.js';

export type Action =
  | { readonly type: 'wait'; readonly until: number }
  | { readonly type: 'read' }
  /** Writes the lease with this candidate as its holder, to acquire or to renew it. */
  | { readonly type: 'create' | 'update' }
  /** Stops all work of the leader. */
  | { readonly type: 'lose' };

/** The next action of a candidate, by the rules of client-go. */
export function decide(candidate: Candidate, rules: ElectionRules, now: number): Action {
  const { renewed, next } = candidate;
  const end = renewed === undefined ? Infinity : renewed + rules.renewDeadline;
  if (now >= end || (renewed !== undefined && isHeldByOther(candidate, rules))) return { type: 'lose' };
  if (now < next) return { type: 'wait', until: Math.min(next, end) };
  return renewed === undefined ? campaign(candidate, rules, now) : nextRequest(candidate.lease.type);
}

/** Whether another candidate was seen to hold the lease. */
export function isHeldByOther({ lease }: Candidate, { identity }: ElectionRules): boolean {
  return lease.type === 'seen' && lease.lease.spec.holderIdentity !== identity;
}

function campaign({ lease }: Candidate, { identity, leaseDuration }: ElectionRules, now: number): Action {
  if (lease.type !== 'seen') return nextRequest(lease.type);
  const { holderIdentity: holder = '', leaseDurationSeconds: seconds } = lease.lease.spec;
  // The own identity, if the response to the acquiring write was lost.
  const isFree = holder === '' || holder === identity;
  const expiry = lease.at + (seconds === undefined ? leaseDuration : seconds * 1000);
  return isFree || now >= expiry ? { type: 'update' } : { type: 'wait', until: expiry };
}

function nextRequest(lease: 'unknown' | 'absent' | 'seen'): Action {
  switch (lease) {
    case 'unknown':
      return { type: 'read' };
    case 'absent':
      return { type: 'create' };
    case 'seen':
      return { type: 'update' };
  }
}
