import assert from 'node:assert/strict';
import { StoreUnavailableError } from '../storage/store.js';
import { refusingTooLarge } from './write.js';

describe('writing to a store', () => {
  it('of what is too large for it is 413', async () => {
    const write = Promise.reject(new RangeError('request is too large'));
    await assert.rejects(refusingTooLarge(write), { reason: 'RequestEntityTooLarge', code: 413 });
  });

  it('passes on results and other errors', async () => {
    const result = { ok: true, revision: 7 } as const;
    assert.equal(await refusingTooLarge(Promise.resolve(result)), result);
    const error = new StoreUnavailableError('gone', false);
    await assert.rejects(refusingTooLarge(Promise.reject(error)), error);
  });
});
