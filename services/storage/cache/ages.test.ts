import assert from 'node:assert/strict';
import { createAges } from './ages.js';

describe('the age of states', () => {
  it('counts from when a later one was the newest', () => {
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
    assert.deepEqual(old(1, 4, 5, 9), [], 'nothing has had its time');
    now = 100;
    ages.note(9);
    assert.deepEqual(old(1, 4, 5, 9), [1, 4], 'the state of revision 5 was the newest until lately');
    now = 190;
    ages.note(9);
    assert.deepEqual(old(1, 4, 5, 8, 9), [1, 4, 5, 8]);
    now = 10_000;
    ages.note(9);
    assert.deepEqual(old(9, 10), [], 'what is still the newest is never old');
  });
});
