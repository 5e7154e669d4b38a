import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { abortable } from './abortable.js';

describe('an abortable promise', () => {
  const { signal: quiet } = new AbortController();
  for (const signal of [undefined, quiet]) {
    it(`settles as the inner promise ${signal ? 'while its signal is not aborted' : 'without a signal'}`, async () => {
      assert.equal(await abortable(Promise.resolve(7), signal), 7);
      await assert.rejects(abortable(Promise.reject(new Error('no')), signal), { message: 'no' });
    });
  }

  it('leaves no abort listener behind', async () => {
    const { signal } = new AbortController();
    await abortable(Promise.resolve(7), signal);
    await assert.rejects(abortable(Promise.reject(new Error('no')), signal));
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });

  it('rejects with the reason on abort', async () => {
    const stop = new AbortController();
    const given = abortable(new Promise<never>(() => undefined), stop.signal);
    const reason = new Error('enough');
    stop.abort(reason);
    await assert.rejects(given, reason);
  });
});
