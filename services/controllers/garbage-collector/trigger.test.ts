import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { createTrigger } from './trigger.js';

describe('createTrigger', () => {
  function bench() {
    let now = 0;
    const slept: number[] = [];
    const trigger = createTrigger({
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
    return { trigger, slept, signal, pass: (milliseconds: number) => (now += milliseconds) };
  }

  it('ends the current pause', async () => {
    const { trigger, slept, signal } = bench();
    const pause = trigger.pause(30_000, 50, signal);
    await turn();
    trigger.fire();
    await pause;
    assert.deepEqual(slept, [30_000, 50]);
  });

  it('ends the next pause, once', async () => {
    const { trigger, slept, signal } = bench();
    trigger.fire();
    trigger.fire();
    await trigger.pause(30_000, 50, signal);
    assert.deepEqual(slept, [50]);
    await trigger.pause(500, 50, signal);
    assert.deepEqual(slept, [50, 500]);
  });

  it('is pending until it is handled', async () => {
    const { trigger, signal, pass } = bench();
    assert.equal(trigger.pendingSince(), undefined);
    pass(10);
    trigger.fire();
    pass(10);
    await trigger.pause(500, 50, signal);
    assert.equal(trigger.pendingSince(), 10);
    trigger.fire();
    trigger.handled();
    assert.equal(trigger.pendingSince(), 10);
    await trigger.pause(500, 50, signal);
    trigger.handled();
    assert.equal(trigger.pendingSince(), undefined);
  });

  it('ends a pause on abort', async () => {
    const { trigger, slept } = bench();
    const off = new AbortController();
    const pause = trigger.pause(30_000, 50, off.signal);
    off.abort();
    await pause;
    assert.deepEqual(slept, [30_000]);
  });
});
