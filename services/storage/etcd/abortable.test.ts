import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { abortable } from './abortable.js';

describe('a promise that can be given up', () => {
  const { signal: quiet } = new AbortController();
  for (const signal of [undefined, quiet]) {
    it(`comes out as it does, ${signal ? 'as long as nobody gives it up' : 'without a signal'}`, async () => {
      assert.equal(await abortable(Promise.resolve(7), signal), 7);
      await assert.rejects(abortable(Promise.reject(new Error('no')), signal), { message: 'no' });
    });
  }

  it('leaves no listener behind', async () => {
    const { signal } = new AbortController();
    await abortable(Promise.resolve(7), signal);
    await assert.rejects(abortable(Promise.reject(new Error('no')), signal));
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });

  it('rejects with the reason when it is given up', async () => {
    const stop = new AbortController();
    const given = abortable(new Promise<never>(() => undefined), stop.signal);
    const reason = new Error('enough');
    stop.abort(reason);
    await assert.rejects(given, reason);
  });
});
