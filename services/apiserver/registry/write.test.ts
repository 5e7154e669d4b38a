import assert from 'node:assert/strict';
import { StoreUnavailableError } from '../storage/store.js';
import { isSame, refusingTooLarge } from './write.js';

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

  for (const [a, b, same] of [
    ['{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}', true],
    ['{"a":[1,2]}', '{"a":[2,1]}', false],
    ['{"a":1}', '{"a":2}', false],
    ['{"a":1}', '{"a":1,"b":2}', false],
  ] as const) {
    it(`knows that ${a} ${same ? 'is' : 'is not'} ${b}`, () => {
      assert.equal(isSame(Buffer.from(a), Buffer.from(b)), same);
    });
  }
});
