import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { createNudge } from './nudge.js';

describe('a nudge', () => {
  function bench() {
    let now = 0;
    const slept: number[] = [];
    const nudge = createNudge({
      now: () => now,
      random: () => 0,
      sleep: (milliseconds, signal) => {
        slept.push(milliseconds);
        if (milliseconds < 1000) return Promise.resolve();
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
        });
      },
    });
    const { signal } = new AbortController();
    return { nudge, slept, signal, pass: (milliseconds: number) => (now += milliseconds) };
  }

  it('ends the pause that is under way', async () => {
    const { nudge, slept, signal } = bench();
    const pause = nudge.pause(30_000, 50, signal);
    await turn();
    nudge.ring();
    await pause;
    assert.deepEqual(slept, [30_000, 50]);
  });

  it('ends the next pause, once', async () => {
    const { nudge, slept, signal } = bench();
    nudge.ring();
    nudge.ring();
    await nudge.pause(30_000, 50, signal);
    assert.deepEqual(slept, [50]);
    await nudge.pause(500, 50, signal);
    assert.deepEqual(slept, [50, 500]);
  });

  it('stays open until what it was rung for is looked at', async () => {
    const { nudge, signal, pass } = bench();
    assert.equal(nudge.openSince(), undefined);
    pass(10);
    nudge.ring();
    pass(10);
    await nudge.pause(500, 50, signal);
    assert.equal(nudge.openSince(), 10);
    nudge.ring();
    nudge.answered();
    assert.equal(nudge.openSince(), 10);
    await nudge.pause(500, 50, signal);
    nudge.answered();
    assert.equal(nudge.openSince(), undefined);
  });

  it('pauses no longer than the signal allows', async () => {
    const { nudge, slept } = bench();
    const off = new AbortController();
    const pause = nudge.pause(30_000, 50, off.signal);
    off.abort();
    await pause;
    assert.deepEqual(slept, [30_000]);
  });
});
