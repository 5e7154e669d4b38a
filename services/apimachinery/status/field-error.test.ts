import assert from 'node:assert/strict';
import { internal, invalid } from './field-error.js';

describe('values in field errors', () => {
  it('are written as JSON, escaped for HTML if they are objects or lists', () => {
    assert.equal(invalid('a', { b: '<&>' }, 'no').message, String.raw`Invalid value: {"b":"\u003c\u0026\u003e"}: no`);
    assert.equal(invalid('a', ['<'], 'no').message, String.raw`Invalid value: ["\u003c"]: no`);
    assert.equal(invalid('a', '<&>', 'no').message, 'Invalid value: "<&>": no');
    assert.equal(invalid('a', null, 'no').message, 'Invalid value: null: no');
  });

  it('are absent if the value is not the cause', () => {
    assert.deepEqual(internal('a', 'no'), { reason: 'InternalError', field: 'a', message: 'Internal error: no' });
  });
});
