import assert from 'node:assert/strict';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { StoreFullError, StoreUnavailableError } from '@pilothouse/storage/store.js';
import { storeStatusError } from './store-errors.js';

describe('the errors of a store', () => {
  const secret = 'etcd at https://10.0.0.1:2379: /var/lib/data';
  const cases = [
    [new StoreUnavailableError(secret, false), 503, 'The store does not answer.', 1],
    [
      new StoreUnavailableError(secret, true),
      504,
      'The store did not answer in time: the outcome of the write is not known.',
      undefined,
    ],
    [
      new StoreFullError(secret),
      503,
      'The store is out of space and takes no writes that need more: delete objects, or have the administrator make room.',
      10,
    ],
  ] as const;
  for (const [error, code, message, retryAfter] of cases) {
    it(`are told to clients with ${code} and a fixed text: ${message}`, () => {
      const told = storeStatusError(error);
      assert.ok(told instanceof StatusError);
      assert.deepEqual([told.code, told.message, told.details?.retryAfterSeconds], [code, message, retryAfter]);
      assert.ok(!JSON.stringify(told.toStatus()).includes('10.0.0.1'));
    });
  }
});
