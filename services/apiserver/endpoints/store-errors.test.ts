import assert from 'node:assert/strict';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { StoreFullError, StoreUnavailableError } from '@pilothouse/storage/store.js';
import { storeStatusError } from './store-errors.js';

describe('store errors', () => {
  const secret = 'etcd at https://10.0.0.1:2379: /var/lib/data';
  const cases = [
    [new StoreUnavailableError(secret, false), 503, 'The store does not answer.', 1],
    [
      new StoreUnavailableError(secret, true),
      504,
      'The store did not answer in time: the outcome of the write is unknown.',
      undefined,
    ],
    [
      new StoreFullError(secret),
      503,
      'The store is out of space and refuses writes that need more. Delete objects, or ask the administrator to make room.',
      10,
    ],
  ] as const;
  for (const [error, code, message, retryAfter] of cases) {
    it(`become ${code} with a fixed text: ${message}`, () => {
      const mapped = storeStatusError(error);
      assert.ok(mapped instanceof StatusError);
      assert.deepEqual([mapped.code, mapped.message, mapped.details?.retryAfterSeconds], [code, message, retryAfter]);
      assert.ok(!JSON.stringify(mapped.toStatus()).includes('10.0.0.1'));
    });
  }
});
