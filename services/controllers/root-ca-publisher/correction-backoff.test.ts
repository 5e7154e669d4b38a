import assert from 'node:assert/strict';
import { createCorrectionBackoff } from './correction-backoff.js';

describe('createCorrectionBackoff', () => {
  it('backs off for repeated corrections of one key only', () => {
    let now = 0;
    const correctionBackoff = createCorrectionBackoff(() => now);
    const waits: number[] = [];
    for (let round = 0; round < 15; round++) {
      assert.equal(correctionBackoff.delay('a'), 0);
      const wait = correctionBackoff.delay('a');
      waits.push(wait);
      now += wait - 1;
      assert.equal(correctionBackoff.delay('a'), 1);
      assert.equal(correctionBackoff.delay(`other ${round}`), 0);
      now += 1;
    }
    assert.deepEqual(waits.slice(0, 4), [100, 200, 400, 800]);
    assert.deepEqual(waits.slice(-2), [300_000, 300_000]);
  });

  it('resets after a quiet period, and for a removed key', () => {
    let now = 0;
    const correctionBackoff = createCorrectionBackoff(() => now);
    for (const pause of [0, 100, 200]) {
      now += pause;
      assert.equal(correctionBackoff.delay('a'), 0);
    }
    assert.equal(correctionBackoff.delay('a'), 400);
    now += 61_601;
    assert.deepEqual([correctionBackoff.delay('a'), correctionBackoff.delay('a')], [0, 100]);
    correctionBackoff.forget('a');
    assert.equal(correctionBackoff.delay('a'), 0);
  });

  it('bounds the writes of two disagreeing servers', () => {
    let now = 0;
    const backoffs = [createCorrectionBackoff(() => now), createCorrectionBackoff(() => now)];
    let writes = 0;
    for (let turn = 0; now < 3_600_000; now += 10) {
      if (backoffs[turn]?.delay('a') !== 0) continue;
      turn = 1 - turn;
      writes++;
    }
    assert.ok(writes < 50, `${writes} in an hour`);
  });
});
