import assert from 'node:assert/strict';
import { createStretches } from './stretches.js';

describe('stretches of long work', () => {
  it('end after some milliseconds, and begin again at the next turn', async () => {
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

  it('are shared: what comes while others wait, waits with them', async () => {
    const stretches = createStretches(() => 0);
    const [one, other] = [stretches(), stretches()];
    assert.ok(one);
    assert.equal(one, other);
    await one;
    assert.equal(stretches(), undefined);
  });

  it('let other work have its turn', async () => {
    const stretches = createStretches(() => 0);
    let hadTurn = false;
    setImmediate(() => (hadTurn = true));
    await stretches();
    assert.ok(hadTurn);
  });
});
