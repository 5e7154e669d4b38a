import assert from 'node:assert/strict';
import { createStretches } from './stretches.js';

describe('time slices of long work', () => {
  it('end after some milliseconds and begin again in the next turn', async () => {
    let now = 1000;
    const stretches = createStretches(() => now);
    await stretches();
    now += 7;
    assert.equal(stretches(), undefined);
    now += 1;
    const turn = stretches();
    assert.ok(turn);
    await turn;
    assert.equal(stretches(), undefined);
  });

  it('are shared: work that arrives while others wait waits with them', async () => {
    const stretches = createStretches(() => 0);
    const [one, other] = [stretches(), stretches()];
    assert.ok(one);
    assert.equal(one, other);
    await one;
    assert.equal(stretches(), undefined);
  });

  it('leave time for other work', async () => {
    const stretches = createStretches(() => 0);
    let hadTurn = false;
    setImmediate(() => (hadTurn = true));
    await stretches();
    assert.ok(hadTurn);
  });
});
