import assert from 'node:assert/strict';
import { Run, UNHURRIED } from '../evaluate/run.js';
import { find, findLast, partsBetween } from './search.js';

const run = new Run(UNHURRIED);

/** A seeded generator of small pseudo-random numbers. */
function numbers(): (below: number) => number {
  let state = 1;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

describe('linear-time search', () => {
  it('equals the native search', () => {
    const below = numbers();
    for (let round = 0; round < 3_000; round += 1) {
      const letters = 1 + below(2);
      const make = (length: number): string =>
        Array.from({ length }, () => (below(12) === 0 ? 'b' : 'ac'[below(letters)])).join('');
      const needle = make(1 + below(60));
      const text = Array.from({ length: below(4) }, () => (below(2) === 0 ? needle : make(below(80)))).join('');
      const from = below(text.length + 1);
      assert.equal(find(run, text, needle, from), text.indexOf(needle, from));
      assert.equal(findLast(run, text, needle, from), text.lastIndexOf(needle, from));
      assert.equal(findLast(run, text, needle), text.lastIndexOf(needle));
      assert.deepEqual(partsBetween(run, text, needle), text.split(needle));
    }
  });

  /** The native search would compare 250,000,000,000 characters. */
  it('takes linear time', () => {
    const half = 'a'.repeat(500_000);
    const text = half + half;
    assert.equal(find(run, text, `${half.slice(1)}b${half}`), -1);
    assert.equal(findLast(run, text, `${half}b`), -1);
    assert.equal(partsBetween(run, text, `${half}b`).length, 1);
  });
});
