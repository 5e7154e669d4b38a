import assert from 'node:assert/strict';
import { createYielder } from './yielder.js';

describe('yielder', () => {
  it('yields after the time slice and starts a new slice in the next turn', async () => {
    let now = 1000;
    const maybeYield = createYielder(() => now);
    await maybeYield();
    now += 7;
    assert.equal(maybeYield(), undefined);
    now += 1;
    const turn = maybeYield();
    assert.ok(turn);
    await turn;
    assert.equal(maybeYield(), undefined);
  });

  it('shares one slice among all callers: they wait for the same promise', async () => {
    const maybeYield = createYielder(() => 0);
    const [one, other] = [maybeYield(), maybeYield()];
    assert.ok(one);
    assert.equal(one, other);
    await one;
    assert.equal(maybeYield(), undefined);
  });

  it('does not yield before the end of a slice that has begun', () => {
    let now = 1000;
    const maybeYield = createYielder(() => now, 1000);
    assert.equal(maybeYield(), undefined);
    now += 8;
    assert.ok(maybeYield());
  });

  it('lets other work run', async () => {
    const maybeYield = createYielder(() => 0);
    let hasRun = false;
    setImmediate(() => (hasRun = true));
    await maybeYield();
    assert.ok(hasRun);
  });
});
