import assert from 'node:assert/strict';
import { invalid, MAX_REPORTED_ERRORS, MAX_REPORTED_CHARACTERS, notSupported, type FieldError } from './field-error.js';
import { invalidObject } from './status-error.js';

const causes = (errors: readonly FieldError[]): number =>
  invalidObject({ group: '', kind: 'Thing' }, 'x', errors).details?.causes?.length ?? 0;

describe('reported field errors', () => {
  const many = (count: number, error: (index: number) => FieldError): FieldError[] =>
    Array.from({ length: count }, (_, index) => error(index));

  it('are limited to a thousand', () => {
    assert.equal(
      causes(many(MAX_REPORTED_ERRORS + 1, (index) => invalid(`f${index}`, 1, 'wrong'))),
      MAX_REPORTED_ERRORS,
    );
    assert.equal(causes(many(3, () => invalid('f', 1, 'wrong'))), 3);
  });

  it('are limited by their total size, but include at least one', () => {
    const half = 'x'.repeat(MAX_REPORTED_CHARACTERS / 2);
    assert.equal(causes(many(10, (index) => invalid(half, index, 'wrong'))), 2);
    assert.equal(causes(many(10, () => invalid(half + half + half, 1, 'wrong'))), 1);
  });

  it('share a long list of values', () => {
    const values = Array.from({ length: 2_000 }, (_, index) => `value-${index}`);
    const errors = many(2_000, (index) => notSupported('f', index, values));
    assert.ok(errors.every(({ message }) => message.endsWith('"value-1999"')));
    assert.ok(causes(errors) < 50);
  });
});
