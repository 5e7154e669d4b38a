import assert from 'node:assert/strict';
import { partOf, partOfRate } from './part.js';

describe('the parts of processes in a limit', () => {
  const indexes = (workers: number): number[] => Array.from({ length: workers }, (_, index) => index);

  for (const [limit, workers, parts] of [
    [400, 4, [100, 100, 100, 100]],
    [10, 4, [3, 3, 2, 2]],
    [7, 7, [1, 1, 1, 1, 1, 1, 1]],
    [2, 3, [1, 1, 1]],
    [0, 2, [0, 0]],
    [400, 1, [400]],
  ] as const) {
    it(`divide ${limit} among ${workers}`, () => {
      assert.deepEqual(
        indexes(workers).map((index) => partOf(limit, { index, workers })),
        parts,
      );
    });
  }

  it('divide a rate and its burst, and keep the rest', () => {
    const rate = { type: 'User', qps: 1, burst: 5 };
    assert.deepEqual(
      indexes(4).map((index) => partOfRate(rate, { index, workers: 4 })),
      [2, 1, 1, 1].map((burst) => ({ type: 'User', qps: 0.25, burst })),
    );
  });

  it('are the whole in a server of one process', () => {
    const rate = { qps: 1, burst: 5 };
    assert.deepEqual([partOf(400, undefined), partOfRate(rate, undefined)], [400, rate]);
  });
});
