import assert from 'node:assert/strict';
import { startEtcd } from './testing.js';

describe('an etcd for tests', () => {
  it('that ends at once is an error', () =>
    assert.rejects(startEtcd({ program: 'false' }), /^Error: etcd did not start/));
});
