import assert from 'node:assert/strict';
import { keepChecking } from './liveness.js';
import type { MemberStatus } from './messages.js';

const led = (term: number): MemberStatus => ({ version: '3.5.16', hasLeader: true, term });
const leaderless = (term: number): MemberStatus => ({ version: '3.5.16', hasLeader: false, term });

describe('liveness checks of an etcd connection', () => {
  const cases: readonly (readonly [string, MemberStatus | undefined, readonly (MemberStatus | undefined)[], number])[] =
    [
      ['keeps the connection under one leader', led(2), [led(2), led(2)], 0],
      ['replaces it after an election', led(2), [led(3), led(3)], 1],
      ['replaces it after each election', led(2), [led(3), led(4)], 2],
      ['keeps it when there is briefly no leader', led(2), [leaderless(2), led(2)], 0],
      ['replaces it when another leader follows a gap', led(2), [leaderless(2), led(3)], 1],
      ['replaces it once when there is no leader for long', led(2), [leaderless(2), leaderless(3), leaderless(4)], 1],
      ['keeps it when the first leader appears', leaderless(2), [leaderless(3), leaderless(4), led(5)], 0],
      ['keeps it when the status may not be read', undefined, [undefined, undefined], 0],
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
            async fetchStatus() {
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

  it('end a connection whose member does not answer', async () => {
    const reason = await new Promise((resolve) => {
      const fetchStatus = () => Promise.reject(new Error('timeout'));
      const stop = keepChecking(
        { usable: true, destroy: (why) => (stop(), resolve(why)) },
        { first: led(2), fetchStatus, onLostLeader: assert.fail, intervalMs: 1 },
      );
    });
    assert.equal(reason, 'etcd does not answer');
  });
});
