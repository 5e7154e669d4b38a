import assert from 'node:assert/strict';
import { runWithoutYielding, type Steps } from '@pilothouse/apimachinery/steps/steps.js';
import { runInSlices } from './steps.js';
import { createYielder } from './yielder.js';

function* count(to: number, tick: () => void): Steps<number> {
  for (let done = 0; done < to; done++) {
    tick();
    yield;
  }
  return to;
}

describe('steps', () => {
  it('yield to other work after each time slice', async () => {
    let [now, turns, isDone] = [0, 0, false];
    const other = (): void => {
      turns += 1;
      if (!isDone) setImmediate(other);
    };
    setImmediate(other);
    const result = await runInSlices(
      count(100, () => (now += 4)),
      createYielder(() => now),
    );
    isDone = true;
    assert.equal(result, 100);
    assert.ok(turns >= 40 && turns <= 110, `${turns} turns`);
  });

  it('have the same result without yielding', () => {
    assert.equal(runWithoutYielding(count(3, () => {})), 3);
  });
});
