import assert from 'node:assert/strict';
import type { Lease } from '@pilothouse/apimachinery/generated/coordination/v1.js';
import { decide, type Action } from './decide.js';
import { afterConflict, afterFailure, afterSeeing, afterWriting, NEWCOMER, type Candidate } from './state.js';

const RULES = { identity: 'me', leaseDuration: 15_000, renewDeadline: 10_000, retryPeriod: 2_000 };

const leaseOf = (holder: string | undefined, seconds: number | undefined = 15, resourceVersion = '1'): Lease => ({
  metadata: { name: 'x', resourceVersion },
  spec: {
    ...(holder !== undefined && { holderIdentity: holder }),
    ...(seconds !== undefined && { leaseDurationSeconds: seconds }),
  },
});
const seen = (lease: Lease, at = 0): Candidate['lease'] => ({ type: 'seen', lease, at });

describe('what a candidate does', () => {
  const other = seen(leaseOf('other'));
  const follower = (lease: Candidate['lease'], next = 0): Candidate => ({ lease, next });
  const leader = (lease: Candidate['lease'], next: number): Candidate => ({ lease, next, renewed: 1_000 });
  const mine = seen(leaseOf('me'), 1_000);

  const cases: readonly (readonly [name: string, candidate: Candidate, now: number, action: Action])[] = [
    ['a newcomer looks', NEWCOMER, 0, { type: 'read' }],
    ['a lease that is not there is made', follower({ type: 'absent' }), 0, { type: 'create' }],
    ['a lease that nobody holds is taken', follower(seen(leaseOf(''))), 0, { type: 'update' }],
    ['a lease that nobody ever held is taken', follower(seen(leaseOf(undefined))), 0, { type: 'update' }],
    ["one's own lease is taken again", follower(seen(leaseOf('me'))), 0, { type: 'update' }],
    ["somebody else's is waited for", follower(other), 1, { type: 'wait', until: 15_000 }],
    ['to the millisecond', follower(other), 14_999, { type: 'wait', until: 15_000 }],
    ['and then taken', follower(other), 15_000, { type: 'update' }],
    [
      'the duration is what its holder said',
      follower(seen(leaseOf('other', 3), 50)),
      60,
      { type: 'wait', until: 3_050 },
    ],
    [
      'or our own where it did not say',
      follower({ type: 'seen', lease: { metadata: {}, spec: { holderIdentity: 'other' } }, at: 5 }),
      10,
      { type: 'wait', until: 15_005 },
    ],
    ['after a failure there is a pause', follower(other, 17_000), 16_000, { type: 'wait', until: 17_000 }],
    ['a leader waits', leader(mine, 3_000), 2_999, { type: 'wait', until: 3_000 }],
    ['a leader renews', leader(mine, 3_000), 3_000, { type: 'update' }],
    ['a leader looks after a conflict', leader({ type: 'unknown' }, 3_000), 3_000, { type: 'read' }],
    ['a leader makes a lease anew that was deleted', leader({ type: 'absent' }, 3_000), 3_000, { type: 'create' }],
    ['a leader waits no longer than it may lead', leader(mine, 12_000), 10_999, { type: 'wait', until: 11_000 }],
    ['a leader that could not renew in time ends', leader(mine, 12_000), 11_000, { type: 'lose' }],
    ['a leader whose lease was taken ends', leader(other, 3_000), 2_000, { type: 'lose' }],
    ['a leader whose lease was given up ends', leader(seen(leaseOf('')), 3_000), 2_000, { type: 'lose' }],
  ];
  for (const [name, candidate, now, action] of cases) {
    it(name, () => assert.deepEqual(decide(candidate, RULES, now), action));
  }
});

describe('what a candidate knows', () => {
  const first = afterSeeing(NEWCOMER, leaseOf('other'), 100);

  it('a version counts from when it was first seen', () => {
    assert.deepEqual(first.lease, { type: 'seen', lease: leaseOf('other'), at: 100 });
    assert.equal(afterSeeing(first, leaseOf('other'), 200), first);
    assert.deepEqual(afterSeeing(first, leaseOf('other', 15, '2'), 200).lease, seen(leaseOf('other', 15, '2'), 200));
  });

  it('a write makes a leader from when it was sent', () => {
    const lease = leaseOf('me');
    const leader = afterWriting(first, RULES, { lease, sent: 100, now: 300 });
    assert.deepEqual(leader, { lease: seen(lease, 300), next: 2_100, renewed: 100 });
  });

  it('a write that is answered too late makes none', () => {
    const late = afterWriting(first, RULES, { lease: leaseOf('me'), sent: 100, now: 10_100 });
    assert.equal(late.renewed, undefined);
    // But the lease is held, and is taken again.
    assert.deepEqual(decide(late, RULES, 10_100), { type: 'update' });
  });

  it('a failure keeps it, a conflict does not', () => {
    assert.deepEqual(afterFailure(first, 2_500), { ...first, next: 2_500 });
    assert.deepEqual(afterConflict(first).lease, { type: 'unknown' });
    assert.deepEqual(afterSeeing(first, undefined, 200).lease, { type: 'absent' });
  });
});
