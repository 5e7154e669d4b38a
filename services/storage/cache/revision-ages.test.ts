import assert from 'node:assert/strict';
import { createAges } from './revision-ages.js';

describe('revision ages', () => {
  it('measures the age of a state from the time a newer one replaced it', () => {
    let now = 0;
    const ages = createAges({ age: 100, now: () => now });
    const old = (...revisions: number[]): number[] => revisions.filter(ages.isOld);
    assert.deepEqual(old(1, 5, 9), []);
    for (const [at, newest] of [
      [0, 5],
      [50, 5],
      [90, 9],
    ] as const) {
      now = at;
      ages.note(newest);
    }
    assert.deepEqual(old(1, 4, 5, 9), [], 'no state has reached the age');
    now = 100;
    ages.note(9);
    assert.deepEqual(old(1, 4, 5, 9), [1, 4], 'the state at revision 5 was the newest until recently');
    now = 190;
    ages.note(9);
    assert.deepEqual(old(1, 4, 5, 8, 9), [1, 4, 5, 8]);
    now = 10_000;
    ages.note(9);
    assert.deepEqual(old(9, 10), [], 'the newest state is never old');
  });
});
