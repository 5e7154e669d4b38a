import assert from 'node:assert/strict';
import { createTimeSlices } from './time-slices.js';

describe('time slices', () => {
  it('give queued requests a part of long turns, which refusals of other requests may fill', () => {
    let [time, begun] = [0, 0];
    const turns: (() => void)[] = [];
    const loop = {
      now: () => time,
      nextTurn: (callback: () => void) => void turns.push(callback),
      afterWork: (callback: () => void) => callback(),
    };
    const slices = createTimeSlices(loop, () => {
      begun += 1;
      time += 1;
      return true;
    });
    const counts: number[] = [];
    slices.work();
    for (const elsewhere of [0, 80, 7]) {
      time += elsewhere;
      begun = 0;
      turns.shift()?.();
      counts.push(begun);
    }
    // Of turns of 0, 81 and 18 milliseconds.
    assert.deepEqual(counts, [1, 11, 3]);
  });
});
