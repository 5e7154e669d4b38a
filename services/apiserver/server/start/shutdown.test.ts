import assert from 'node:assert/strict';
import { createShutdown } from './shutdown.js';

describe('a shutdown', () => {
  it('begins immediately and takes the shutdown delay', async () => {
    const shutdown = createShutdown(20);
    assert.equal(shutdown.isUnderWay(), false);
    let isOver = false;
    const begun = shutdown.begin().then(() => (isOver = true));
    assert.equal(shutdown.isUnderWay(), true);
    await Promise.resolve();
    assert.equal(isOver, false);
    assert.equal(shutdown.begin(), shutdown.begin());
    assert.equal(shutdown.isEnding(), false);
    await begun;
    assert.equal(shutdown.isEnding(), true);
  });

  it('takes no time without a delay', async () => {
    const shutdown = createShutdown(0);
    await shutdown.begin();
    assert.deepEqual([shutdown.isUnderWay(), shutdown.isEnding()], [true, true]);
  });
});
