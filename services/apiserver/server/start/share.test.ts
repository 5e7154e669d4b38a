import assert from 'node:assert/strict';
import { DEFAULT_OVERLOAD } from '../../options/flow-control.js';
import { shareOfLimits } from './share.js';

describe('shareOfLimits', () => {
  const partsOf = (limit: number, workers: number): number[] =>
    Array.from({ length: workers }, (_, index) => {
      const options = { ...DEFAULT_OVERLOAD, maxRequestsInFlight: limit };
      return shareOfLimits(options, { index, workers }).maxRequestsInFlight;
    });

  for (const [limit, workers, parts] of [
    [400, 4, [100, 100, 100, 100]],
    [10, 4, [3, 3, 2, 2]],
    [7, 7, [1, 1, 1, 1, 1, 1, 1]],
    [2, 3, [1, 1, 1]],
    [0, 2, [0, 0]],
    [400, 1, [400]],
  ] as const) {
    it(`divides ${limit} among ${workers}`, () => assert.deepEqual(partsOf(limit, workers), parts));
  }

  it('changes nothing in a server of one process', () => {
    assert.equal(shareOfLimits(DEFAULT_OVERLOAD, undefined), DEFAULT_OVERLOAD);
  });
});
