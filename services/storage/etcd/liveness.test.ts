import assert from 'node:assert/strict';
import { keepChecking } from './liveness.js';
import type { MemberStatus } from './messages.js';

const led = (term: number): MemberStatus => ({ version: '3.5.16', hasLeader: true, term });
const leaderless = (term: number): MemberStatus => ({ version: '3.5.16', hasLeader: false, term });

describe('a connection to a member of etcd', () => {
  const cases: readonly (readonly [string, MemberStatus | undefined, readonly (MemberStatus | undefined)[], number])[] =
    [
      ['is kept while one leads', led(2), [led(2), led(2)], 0],
      ['is replaced when another one is elected', led(2), [led(3), led(3)], 1],
      ['is replaced at each election', led(2), [led(3), led(4)], 2],
      ['is kept where nobody leads for a moment', led(2), [leaderless(2), led(2)], 0],
      ['is replaced when it turns out that somebody else leads since', led(2), [leaderless(2), led(3)], 1],
      ['is replaced when nobody leads for long, once', led(2), [leaderless(2), leaderless(3), leaderless(4)], 1],
      ['is kept by the first leader', leaderless(2), [leaderless(3), leaderless(4), led(5)], 0],
      ['is kept where the member may not be asked', undefined, [undefined, undefined], 0],
    ];
  for (const [name, first, answers, losses] of cases) {
    it(name, async () => {
      const left = [...answers];
      let lost = 0;
      await new Promise<void>((resolve) => {
        const stop = keepChecking(
          { usable: true, destroy: assert.fail },
          {
            first,
            intervalMs: 1,
            onLostLeader: () => lost++,
            async ask() {
              if (left.length > 0) return left.shift();
              stop();
              resolve();
              return undefined;
            },
          },
        );
      });
      assert.equal(lost, losses);
    });
  }

  it('ends when there is no answer', async () => {
    const reason = await new Promise((resolve) => {
      const ask = () => Promise.reject(new Error('no answer in time'));
      const stop = keepChecking(
        { usable: true, destroy: (why) => (stop(), resolve(why)) },
        { first: led(2), ask, onLostLeader: assert.fail, intervalMs: 1 },
      );
    });
    assert.equal(reason, 'etcd does not answer');
  });
});
