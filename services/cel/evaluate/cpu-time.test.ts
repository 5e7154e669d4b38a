import assert from 'node:assert/strict';
import { cpuStopwatch } from './cpu-time.js';

describe('the stopwatch of CPU time', () => {
  it('reads CPU time once the work takes long, and counts from there', () => {
    let [wall, cpu, reads] = [1000, 500, 0];
    const clock = cpuStopwatch(
      () => wall,
      () => ((reads += 1), cpu),
    );
    wall += 9;
    assert.deepEqual([clock(), reads], [0, 0]);
    wall += 1;
    assert.equal(clock(), 0);
    // Another process has the core.
    wall += 5000;
    assert.equal(clock(), 0);
    cpu += 300;
    assert.equal(clock(), 300);
  });
});
