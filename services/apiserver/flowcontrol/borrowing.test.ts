import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { allocate } from './allocation.js';
import { currentLimits, smoothDemand, type Borrower } from './borrowing.js';
import { Demand } from './demand.js';

const claims = fc.array(
  fc
    .record({ lower: fc.nat(50), target: fc.nat(100), upper: fc.nat(100) })
    .map(({ lower, target, upper }) => ({ lower, target: lower + target, upper: lower + upper })),
  { minLength: 1, maxLength: 8 },
);

describe('allocate', () => {
  it('divides the whole sum within all bounds, in proportion to the targets', () => {
    fc.assert(
      fc.property(claims, fc.nat(600), (list, sum) => {
        const [low, high] = [list, list].map((each, at) =>
          each.reduce((all, { lower, upper }) => all + (at === 0 ? lower : upper), 0),
        );
        const found = allocate(sum, list);
        assert.equal(found !== undefined, sum >= (low ?? 0) && sum <= (high ?? 0));
        if (found === undefined) return;
        const total = found.shares.reduce((all, share) => all + share, 0);
        assert.ok(Math.abs(total - sum) < 1e-6, `${total} of ${sum}`);
        for (const [index, share] of found.shares.entries()) {
          const { lower, upper, target } = list[index] ?? { lower: 0, upper: 0, target: 0 };
          assert.ok(share >= lower && share <= upper);
          if (share > lower && share < upper && target > 0) {
            assert.ok(Math.abs(share / target - found.fraction) < 1e-6);
          }
        }
      }),
    );
  });
});

describe('borrowing', () => {
  const level = (nominal: number, lent: number, wanted: number, borrowed = 100): Borrower => ({
    isExempt: false,
    limits: { nominal, least: nominal - lent, most: nominal + borrowed },
    current: nominal,
    highest: wanted,
    smoothed: wanted,
  });
  const table: readonly (readonly [what: string, levels: readonly Borrower[], limits: readonly number[]])[] = [
    ['equal demand keeps the nominal limits', [level(10, 5, 10), level(10, 5, 10)], [10, 10]],
    ['an idle level lends what it may', [level(10, 5, 0), level(10, 0, 40)], [5, 15]],
    ['a level without lendable seats keeps them', [level(10, 0, 0), level(10, 0, 40)], [10, 10]],
    ['a limit of borrowing holds', [level(10, 10, 1), level(10, 0, 40, 3)], [7, 13]],
    ['a lender that used its seats keeps them', [level(10, 10, 10), level(10, 0, 40)], [10, 10]],
    [
      'exempt requests use up the seats of the others, down to their least',
      [{ ...level(0, 0, 15), isExempt: true }, level(10, 5, 10), level(10, 5, 10)],
      [15, 5, 5],
    ],
    [
      'exempt requests use up some seats of the others',
      [{ ...level(0, 0, 5), isExempt: true }, level(10, 5, 10), level(10, 5, 10)],
      [5, 8, 8],
    ],
  ];
  for (const [what, levels, limits] of table) {
    it(what, () => assert.deepEqual(currentLimits(levels).limits, limits));
  }

  it('follows a rising demand at once, and forgets half of it in five minutes', () => {
    let smoothed = smoothDemand(0, { average: 10, deviation: 2, highest: 20 });
    assert.equal(smoothed, 12);
    for (let period = 0; period < 30; period++) {
      smoothed = smoothDemand(smoothed, { average: 0, deviation: 0, highest: 0 });
    }
    assert.ok(Math.abs(smoothed - 6) < 0.1, String(smoothed));
  });

  it('integrates demand over time', () => {
    const demand = new Demand(0);
    demand.set(4, 0);
    demand.set(0, 10);
    assert.deepEqual(demand.take(20), { average: 2, deviation: 2, highest: 4 });
    assert.deepEqual(demand.take(30), { average: 0, deviation: 0, highest: 0 });
  });
});
