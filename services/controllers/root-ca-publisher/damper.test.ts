import assert from 'node:assert/strict';
import { createDamper } from './damper.js';

describe('a damper', () => {
  it('lets the same thing be put right less and less often, and others at once', () => {
    let now = 0;
    const damper = createDamper(() => now);
    const waits: number[] = [];
    for (let round = 0; round < 15; round++) {
      assert.equal(damper.delay('a'), 0);
      const wait = damper.delay('a');
      waits.push(wait);
      now += wait - 1;
      assert.equal(damper.delay('a'), 1);
      assert.equal(damper.delay(`other ${round}`), 0);
      now += 1;
    }
    assert.deepEqual(waits.slice(0, 4), [100, 200, 400, 800]);
    assert.deepEqual(waits.slice(-2), [300_000, 300_000]);
  });

  it('starts anew after peace, and for what was forgotten', () => {
    let now = 0;
    const damper = createDamper(() => now);
    for (const pause of [0, 100, 200]) {
      now += pause;
      assert.equal(damper.delay('a'), 0);
    }
    assert.equal(damper.delay('a'), 400);
    now += 61_601;
    assert.deepEqual([damper.delay('a'), damper.delay('a')], [0, 100]);
    damper.forget('a');
    assert.equal(damper.delay('a'), 0);
  });

  it('comes to rest where two disagree', () => {
    let now = 0;
    const dampers = [createDamper(() => now), createDamper(() => now)];
    let writes = 0;
    for (let turn = 0; now < 3_600_000; now += 10) {
      if (dampers[turn]?.delay('a') !== 0) continue;
      turn = 1 - turn;
      writes++;
    }
    assert.ok(writes < 50, `${writes} in an hour`);
  });
});
