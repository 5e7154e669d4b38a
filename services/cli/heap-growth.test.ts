import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { limitHeapGrowth } from './heap-growth.js';

const MEBIBYTE = 1024 * 1024;

describe('the growth of the heap', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
  afterEach(() => mock.timers.reset());

  it('is limited while the heap is small', () => {
    const flags: string[] = [];
    let used = 20 * MEBIBYTE;
    limitHeapGrowth({ used: () => used, setFlags: (flag) => flags.push(flag) });
    for (used of [100 * MEBIBYTE, 400 * MEBIBYTE, 500 * MEBIBYTE, 100 * MEBIBYTE]) mock.timers.tick(1000);
    assert.deepEqual(flags, ['--heap-growing-percent=40', '--heap-growing-percent=0', '--heap-growing-percent=40']);
  });
});
