import assert from 'node:assert/strict';
import { atOnce, inStretches, type Steps } from './steps.js';
import { createStretches } from './stretches.js';

function* count(to: number, tick: () => void): Steps<number> {
  for (let done = 0; done < to; done++) {
    tick();
    yield;
  }
  return to;
}

describe('work in steps', () => {
  it('yields to other work after some milliseconds', async () => {
    let [now, turns, isDone] = [0, 0, false];
    const other = (): void => {
      turns += 1;
      if (!isDone) setImmediate(other);
    };
    setImmediate(other);
    const result = await inStretches(
      count(100, () => (now += 4)),
      createStretches(() => now),
    );
    isDone = true;
    assert.equal(result, 100);
    assert.ok(turns >= 40 && turns <= 110, `${turns} turns`);
  });

  it('returns the same result when it runs at once', () => {
    assert.equal(atOnce(count(3, () => {})), 3);
  });
});
