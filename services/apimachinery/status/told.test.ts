import assert from 'node:assert/strict';
import { invalid, MAX_TOLD, MAX_TOLD_CHARACTERS, notSupported, type FieldError } from './field-error.js';
import { invalidObject } from './status-error.js';

const causes = (errors: readonly FieldError[]): number =>
  invalidObject({ group: '', kind: 'Thing' }, 'x', errors).details?.causes?.length ?? 0;

describe('errors that are told', () => {
  const many = (count: number, error: (index: number) => FieldError): FieldError[] =>
    Array.from({ length: count }, (_, index) => error(index));

  it('are a thousand at most', () => {
    assert.equal(causes(many(MAX_TOLD + 1, (index) => invalid(`f${index}`, 1, 'wrong'))), MAX_TOLD);
    assert.equal(causes(many(3, () => invalid('f', 1, 'wrong'))), 3);
  });

  it('are as many as an answer can hold, and one at least', () => {
    const half = 'x'.repeat(MAX_TOLD_CHARACTERS / 2);
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
