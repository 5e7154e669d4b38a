import assert from 'node:assert/strict';
import { createYieldingQueue } from './yielding-queue.js';

describe('the yielding queue', () => {
  it('yields to the event loop after each task, in order', async () => {
    const queue = createYieldingQueue();
    const seen: string[] = [];
    let isOver = false;
    const count = (): void => {
      seen.push('turn');
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const results = await Promise.all(['a', 'b', 'c'].map((name) => queue.run(() => seen.push(name))));
    isOver = true;
    assert.equal(results.length, 3);
    assert.match(seen.join(' '), /a (turn )+b (turn )+c/);
  });

  it('continues after a failed task', async () => {
    const queue = createYieldingQueue();
    const fail = (): never => {
      throw new Error('why');
    };
    const [failed, done] = await Promise.allSettled([queue.run(fail), queue.run(() => 1)]);
    assert.deepEqual([failed.status, done.status], ['rejected', 'fulfilled']);
  });
});
