import assert from 'node:assert/strict';
import { createThrottle } from './throttle.js';

describe('a throttle', () => {
  it('allows a burst, then a constant rate', () => {
    const wait = createThrottle({ qps: 10, burst: 2 });
    assert.deepEqual([wait(0), wait(0), wait(0), wait(0)], [0, 0, 100, 200]);
    // 300 ms later, one more than the waiting ones has arrived.
    assert.deepEqual([wait(300), wait(300)], [0, 100]);
    assert.deepEqual([wait(60_000), wait(60_000), wait(60_000)], [0, 0, 100]);
  });
});
