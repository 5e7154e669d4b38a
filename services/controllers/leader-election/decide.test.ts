import assert from 'node:assert/strict';
import type { Lease } from '@pilothouse/apimachinery/generated/coordination/v1.js';
import { decide, type Action } from './decide.js';
import { afterConflict, afterFailure, afterRead, afterWrite, INITIAL, type Candidate } from './state.js';

const RULES = { identity: 'me', leaseDuration: 15_000, renewDeadline: 10_000, retryPeriod: 2_000 };

const leaseOf = (holder: string | undefined, seconds: number | undefined = 15, resourceVersion = '1'): Lease => ({
  metadata: { name: 'x', resourceVersion },
  spec: {
    ...(holder !== undefined && { holderIdentity: holder }),
    ...(seconds !== undefined && { leaseDurationSeconds: seconds }),
  },
});
const seen = (lease: Lease, at = 0): Candidate['lease'] => ({ type: 'seen', lease, at });

describe('decide', () => {
  const other = seen(leaseOf('other'));
  const follower = (lease: Candidate['lease'], next = 0): Candidate => ({ lease, next });
  const leader = (lease: Candidate['lease'], next: number): Candidate => ({ lease, next, renewed: 1_000 });
  const mine = seen(leaseOf('me'), 1_000);

  const cases: readonly (readonly [name: string, candidate: Candidate, now: number, action: Action])[] = [
    ['a new candidate reads the lease', INITIAL, 0, { type: 'read' }],
    ['a missing lease is created', follower({ type: 'absent' }), 0, { type: 'create' }],
    ['a released lease is acquired', follower(seen(leaseOf(''))), 0, { type: 'update' }],
    ['a lease without holder is acquired', follower(seen(leaseOf(undefined))), 0, { type: 'update' }],
    ['the own lease is acquired again', follower(seen(leaseOf('me'))), 0, { type: 'update' }],
    ['a lease of another holder is waited for', follower(other), 1, { type: 'wait', until: 15_000 }],
    ['until the millisecond of its expiry', follower(other), 14_999, { type: 'wait', until: 15_000 }],
    ['and then acquired', follower(other), 15_000, { type: 'update' }],
    ['the duration is that of the lease', follower(seen(leaseOf('other', 3), 50)), 60, { type: 'wait', until: 3_050 }],
    [
      'or the own duration if the lease has none',
      follower({ type: 'seen', lease: { metadata: {}, spec: { holderIdentity: 'other' } }, at: 5 }),
      10,
      { type: 'wait', until: 15_005 },
    ],
    ['a failure is followed by a pause', follower(other, 17_000), 16_000, { type: 'wait', until: 17_000 }],
    ['a leader waits', leader(mine, 3_000), 2_999, { type: 'wait', until: 3_000 }],
    ['a leader renews', leader(mine, 3_000), 3_000, { type: 'update' }],
    ['a leader reads the lease after a conflict', leader({ type: 'unknown' }, 3_000), 3_000, { type: 'read' }],
    ['a leader recreates a deleted lease', leader({ type: 'absent' }, 3_000), 3_000, { type: 'create' }],
    ['a leader waits at most until its deadline', leader(mine, 12_000), 10_999, { type: 'wait', until: 11_000 }],
    ['a leader that misses its deadline stops', leader(mine, 12_000), 11_000, { type: 'lose' }],
    ['a leader whose lease has another holder stops', leader(other, 3_000), 2_000, { type: 'lose' }],
    ['a leader whose lease was released stops', leader(seen(leaseOf('')), 3_000), 2_000, { type: 'lose' }],
  ];
  for (const [name, candidate, now, action] of cases) {
    it(name, () => assert.deepEqual(decide(candidate, RULES, now), action));
  }
});

describe('candidate state', () => {
  const first = afterRead(INITIAL, leaseOf('other'), 100);

  it('a lease version counts from its first observation', () => {
    assert.deepEqual(first.lease, { type: 'seen', lease: leaseOf('other'), at: 100 });
    assert.equal(afterRead(first, leaseOf('other'), 200), first);
    assert.deepEqual(afterRead(first, leaseOf('other', 15, '2'), 200).lease, seen(leaseOf('other', 15, '2'), 200));
  });

  it('a write makes a leader from the time of its request', () => {
    const lease = leaseOf('me');
    const leader = afterWrite(first, RULES, { lease, sent: 100, now: 300 });
    assert.deepEqual(leader, { lease: seen(lease, 300), next: 2_100, renewed: 100 });
  });

  it('a write with a late response makes no leader', () => {
    const late = afterWrite(first, RULES, { lease: leaseOf('me'), sent: 100, now: 10_100 });
    assert.equal(late.renewed, undefined);
    // The lease is held, and is acquired again.
    assert.deepEqual(decide(late, RULES, 10_100), { type: 'update' });
  });

  it('a failure keeps the known lease, a conflict does not', () => {
    assert.deepEqual(afterFailure(first, 2_500), { ...first, next: 2_500 });
    assert.deepEqual(afterConflict(first).lease, { type: 'unknown' });
    assert.deepEqual(afterRead(first, undefined, 200).lease, { type: 'absent' });
  });
});
