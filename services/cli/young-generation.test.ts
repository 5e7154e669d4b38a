import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { limitYoungGeneration } from './young-generation.js';

describe('the young generation', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('keeps its size during the start', () => {
    const flags: string[] = [];
    limitYoungGeneration((flag) => flags.push(flag));
    mock.timers.tick(4_999);
    assert.deepEqual(flags, ['--semi-space-growth-factor=1']);
    mock.timers.tick(1);
    assert.deepEqual(flags, ['--semi-space-growth-factor=1', '--semi-space-growth-factor=2']);
  });
});
