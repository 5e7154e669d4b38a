import assert from 'node:assert/strict';
import { fieldErrorText } from '../status/field-error.js';
import { validateAnnotations, validateLabels } from './labels.js';

const startsOf = (errors: ReturnType<typeof validateLabels>) =>
  errors.map((error) => fieldErrorText(error).replace(/(": [\w ]{10}).*$/, '$1'));

describe('validateLabels', () => {
  it('accepts names with and without a prefix, and empty values', () => {
    assert.deepEqual(validateLabels({ app: 'web', 'example.com/tier': '', 'A.b_c-1': 'x_Y.z' }, 'metadata.labels'), []);
  });

  it('reports every invalid key and value, in key order', () => {
    assert.deepEqual(startsOf(validateLabels({ 'b!': 'ok', 'A/a': ' ', 'a/': '' }, 'metadata.labels')), [
      'metadata.labels: Invalid value: "A/a": prefix par',
      'metadata.labels: Invalid value: " ": a valid la',
      'metadata.labels: Invalid value: "a/": name part ',
      'metadata.labels: Invalid value: "a/": name part ',
      'metadata.labels: Invalid value: "b!": name part ',
    ]);
  });

  it('ignores inherited keys', () => {
    assert.deepEqual(validateLabels(Object.create({ '!': '' }) as Record<string, string>, 'x'), []);
  });
});

describe('validateAnnotations', () => {
  it('accepts capitals in the prefix and any value', () => {
    assert.deepEqual(
      validateAnnotations({ 'Example.COM/Note': '{"any": "thing"}\n', a: 'é' }, 'metadata.annotations'),
      [],
    );
  });

  it('reports invalid keys as given', () => {
    assert.deepEqual(startsOf(validateAnnotations({ 'A B': '' }, 'metadata.annotations')), [
      'metadata.annotations: Invalid value: "A B": name part ',
    ]);
  });

  it('limits the total size to 256 KiB of UTF-8', () => {
    const fits = 'x'.repeat(256 * 1024 - 2);
    assert.deepEqual(validateAnnotations({ ab: fits }, 'metadata.annotations'), []);
    const errors = validateAnnotations({ ab: fits, c: '' }, 'metadata.annotations');
    assert.deepEqual(errors.map(fieldErrorText), ['metadata.annotations: Too long: may not be more than 262144 bytes']);
    assert.equal(validateAnnotations({ a: 'é'.repeat(128 * 1024) }, 'x').length, 1);
  });
});
