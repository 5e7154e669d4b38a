import assert from 'node:assert/strict';
import { internal, invalid } from './field-error.js';

describe('the value in a field error', () => {
  it('is written as JSON, for HTML where it is an object or a list', () => {
    assert.equal(invalid('a', { b: '<&>' }, 'no').message, String.raw`Invalid value: {"b":"\u003c\u0026\u003e"}: no`);
    assert.equal(invalid('a', ['<'], 'no').message, String.raw`Invalid value: ["\u003c"]: no`);
    assert.equal(invalid('a', '<&>', 'no').message, 'Invalid value: "<&>": no');
    assert.equal(invalid('a', null, 'no').message, 'Invalid value: null: no');
  });

  it('is absent where the fault is not the value', () => {
    assert.deepEqual(internal('a', 'no'), { reason: 'InternalError', field: 'a', message: 'Internal error: no' });
  });
});
