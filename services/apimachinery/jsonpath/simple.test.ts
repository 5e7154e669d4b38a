import assert from 'node:assert/strict';
import { simplePathNames } from './simple.js';

describe('a simple path', () => {
  it('consists of names separated by dots', () => {
    assert.deepEqual(simplePathNames('.spec.a\\.b'), ['spec', 'a\\', 'b']);
    assert.deepEqual(simplePathNames('spec..b'), ['spec', '', 'b']);
  });
});
