import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { createIdleBudget, type Kept } from './idle-budget.js';

function itemOf(isUsed = true) {
  const item: Kept & { isReleased: boolean } = {
    size: 0,
    isUsed,
    isReleased: false,
    release: () => (item.isReleased = true),
  };
  return item;
}

describe('a budget of bytes', () => {
  it('admits items up to its limit, and more after one was dropped', () => {
    const { admit, drop } = createIdleBudget({ maxBytes: 100, idle: 60_000 });
    const [first, second] = [itemOf(), itemOf()];
    assert.ok(admit(first, 60));
    assert.ok(admit(first, 10));
    assert.equal(first.size, 70);
    assert.ok(!admit(second, 31));
    assert.equal(second.size, 0);
    assert.ok(admit(second, 30));
    drop(first);
    drop(first);
    assert.ok(first.isReleased && !second.isReleased);
    assert.equal(first.size, 0);
    assert.ok(admit(itemOf(), 70));
    assert.ok(!admit(itemOf(), 1));
  });

  it('releases items that are not used', async () => {
    const { admit } = createIdleBudget({ maxBytes: 100, idle: 1 });
    const [idle, used] = [itemOf(), itemOf()];
    admit(idle, 50);
    admit(used, 50);
    while (!idle.isReleased) {
      used.isUsed = true;
      await delay(1);
    }
    assert.equal(idle.size, 0);
    assert.ok(!used.isReleased);
    while (!used.isReleased) await delay(1);
  });
});
