import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { shrinkWhenIdle } from './young-generation.js';

const MEBIBYTE = 1024 * 1024;

describe('the young generation of an idle process', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
  afterEach(() => mock.timers.reset());

  function start(size: number) {
    const state = { size, busy: 0, collections: 0 };
    shrinkWhenIdle({
      size: () => state.size * MEBIBYTE,
      busy: () => state.busy,
      collect: () => void (state.collections += 1),
    });
    return { state, pass: (seconds: number) => mock.timers.tick(seconds * 1000) };
  }

  it('is collected after each rest until it is small', () => {
    const { state, pass } = start(32);
    pass(9);
    assert.equal(state.collections, 0);
    pass(1);
    assert.equal(state.collections, 1);
    pass(10);
    assert.equal(state.collections, 2);
    state.size = 1;
    pass(60);
    assert.equal(state.collections, 2);
  });

  it('is left alone while the process works', () => {
    const { state, pass } = start(32);
    state.busy = 0.5;
    pass(60);
    assert.equal(state.collections, 0);
    state.busy = 0;
    pass(9);
    state.busy = 0.5;
    pass(1);
    state.busy = 0;
    pass(9);
    assert.equal(state.collections, 0);
  });
});
