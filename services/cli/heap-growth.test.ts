import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { heapGrowthLimit } from './heap-growth.js';

const MEBIBYTE = 1024 * 1024;

const LIMITED = ['--heap-growing-percent=40', '--semi-space-growth-factor=1'];
const UNLIMITED = ['--heap-growing-percent=0', '--semi-space-growth-factor=2'];

describe('the growth of the heap', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('is limited for a while after each change of kinds, while the heap is small', () => {
    const flags: string[] = [];
    let used = 20 * MEBIBYTE;
    const limit = heapGrowthLimit({ used: () => used, setFlags: (flag) => flags.push(flag) });
    limit();
    limit();
    assert.deepEqual(flags.splice(0), LIMITED);
    mock.timers.tick(10_000);
    assert.deepEqual(flags.splice(0), UNLIMITED);
    limit();
    used = 200 * MEBIBYTE;
    limit();
    limit();
    assert.deepEqual(flags, [...LIMITED, ...UNLIMITED]);
  });
});
