import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { limitYoungGeneration } from './young-generation.js';

describe('the young generation', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
  afterEach(() => mock.timers.reset());

  it('grows only while the process is busy', () => {
    const flags: string[] = [];
    let spent = 0;
    limitYoungGeneration({ spent: () => spent, setFlags: (flag) => flags.push(flag) });
    const after = (seconds: number): string[] => {
      spent += seconds * 1e6;
      mock.timers.tick(5000);
      return flags.splice(0);
    };
    assert.deepEqual(flags.splice(0), ['--semi-space-growth-factor=1']);
    assert.deepEqual(after(1), []);
    assert.deepEqual(after(2), ['--semi-space-growth-factor=2']);
    assert.deepEqual(after(2), []);
    assert.deepEqual(after(0), ['--semi-space-growth-factor=1']);
  });
});
