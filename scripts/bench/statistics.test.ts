import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { median, medianOf, percentile } from './statistics.js';

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  const cases: readonly (readonly [readonly number[], number, number])[] = [
    [[3, 1, 2], 0.5, 2],
    [[4, 1, 2, 3], 0.5, 2],
    [hundred, 0.99, 99],
    [hundred, 1, 100],
    [hundred, 0, 1],
    [[7], 0.99, 7],
    [[10, 9, 100], 0.5, 10],
  ];
  for (const [values, share, expected] of cases) {
    it(`is ${expected} for ${share} of ${values.length} values`, () =>
      assert.equal(percentile(values, share), expected));
  }

  it('is NaN for an empty list', () => assert.ok(Number.isNaN(percentile([], 0.5))));

  it('is a value that at least this share does not exceed', () => {
    const values = fc.array(fc.integer(), { minLength: 1 });
    fc.assert(
      fc.property(values, fc.double({ min: 0.01, max: 1, noNaN: true }), (all, share) => {
        const found = percentile(all, share);
        assert.ok(all.includes(found));
        assert.ok(all.filter((value) => value <= found).length >= all.length * share - 1e-9);
      }),
    );
  });
});

describe('median', () => {
  it('takes the median of measurements', async () => {
    const values = [5, 1, 9].values();
    assert.equal(await medianOf(3, async () => values.next().value ?? 0), 5);
    assert.equal(median([2, 1, 3]), 2);
  });
});
