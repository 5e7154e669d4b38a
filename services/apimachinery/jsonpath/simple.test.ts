import assert from 'node:assert/strict';
import { fieldErrorText } from '../status/field-error.js';
import { simplePathErrors, simplePathNames } from './simple.js';

describe('a simple path', () => {
  it('begins with a dot', () => {
    const errors = (path: string): string[] => simplePathErrors(path, 'f').map(fieldErrorText);
    assert.deepEqual(errors('.a.b'), []);
    assert.deepEqual(errors('.'), []);
    assert.deepEqual(errors('.a['), []);
    assert.deepEqual(errors('a'), ['f: Invalid value: "a": must be a simple json path starting with .']);
    assert.deepEqual(errors(''), ['f: Invalid value: "": must not be empty']);
  });

  it('is names between dots', () => {
    assert.deepEqual(simplePathNames('.spec.a\\.b'), ['spec', 'a\\', 'b']);
    assert.deepEqual(simplePathNames('spec..b'), ['spec', '', 'b']);
  });
});
