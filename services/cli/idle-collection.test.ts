import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { getHeapSpaceStatistics, type HeapSpaceInfo } from 'node:v8';
import { collectWhenIdle } from './idle-collection.js';

const MIB = 1024 * 1024;

describe('the young generation of an idle process', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
  afterEach(() => mock.timers.reset());

  it('is collected while it is large', () => {
    let size = 32 * MIB;
    let collections = 0;
    collectWhenIdle({ size: () => size, collect: () => (collections += 1) });
    mock.timers.tick(2_000);
    mock.timers.tick(2_000);
    assert.equal(collections, 2);
    size = MIB;
    mock.timers.tick(2_000);
    assert.equal(collections, 2);
  });

  it('is collected by V8', () => {
    const youngSpace = (): HeapSpaceInfo | undefined =>
      getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    const used = (): number => youngSpace()?.space_used_size ?? 0;
    collectWhenIdle();
    let kept: object[] = [];
    // Until the young generation is large, and has some garbage.
    for (let made = 0; made < 400_000; made++) {
      if (made % 100_000 === 0) kept = [];
      kept.push({ made });
    }
    kept = [];
    const filled = used();
    assert.ok((youngSpace()?.space_size ?? 0) >= 4 * MIB);
    mock.timers.tick(2_000);
    assert.ok(used() < filled, `${filled}, ${used()}`);
  });
});
