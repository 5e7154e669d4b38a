import assert from 'node:assert/strict';
import { fieldErrorText, forbidden, invalid, required } from '@pilothouse/apimachinery/status/field-error.js';
import { IMMUTABLE, reportedErrors, type ErrorOrder, type FoundErrors } from './error-order.js';

const FORM: ErrorOrder = {
  order: { '': ['metadata', 'spec'], spec: ['b', 'a'], items: ['y', '', 'x'] },
  closing: /may not specify more than 1/,
};

function reported(found: Partial<FoundErrors>, form?: ErrorOrder): string[] {
  return reportedErrors({ metadata: [], schema: [], rules: [], ...found }, form).map(fieldErrorText);
}

describe('the order of errors', () => {
  it('is that of detection by default', () =>
    assert.deepEqual(reported({ metadata: [required('z')], schema: [required('y')], rules: [required('x')] }), [
      'z: Required value',
      'y: Required value',
      'x: Required value',
    ]));

  it('prefers the rules if schema and rules refuse the same field', () =>
    assert.deepEqual(reported({ schema: [required('a')], rules: [required('a', 'it is needed')] }), [
      'a: Required value: it is needed',
    ]));

  it("keeps the schema's error for an immutable field", () =>
    assert.deepEqual(reported({ schema: [invalid('a', 1, 'field is immutable')], rules: [required('a')] }).length, 2));

  it('follows the kind, lists by index, unlisted fields last', () =>
    assert.deepEqual(
      reported(
        { schema: ['spec.c', 'spec.a[10]', 'spec.a[9]', 'spec.b', 'metadata.name'].map((at) => required(at)) },
        FORM,
      ),
      ['metadata.name', 'spec.b', 'spec.a[9]', 'spec.a[10]', 'spec.c'].map((at) => `${at}: Required value`),
    ));

  it('has errors of the whole object first, or where the kind lists them', () => {
    const places = ['items[0].x', 'items[0]', 'items[0].y', 'spec.a', 'spec'];
    assert.deepEqual(
      reported({ rules: places.map((at) => required(at)) }, FORM),
      ['spec', 'spec.a', 'items[0].y', 'items[0]', 'items[0].x'].map((at) => `${at}: Required value`),
    );
  });

  it('reports fields in an inner list as found, and changes of immutable fields last', () => {
    const rules = [
      invalid('spec.b', 1, 'field is immutable'),
      required('spec.c'),
      ...['spec.b.x', 'spec.a', 'spec.b'].map((at) => required(at)),
    ];
    assert.deepEqual(reported({ rules }, { order: { '': ['spec'], spec: [['a', 'b'], 'c'] }, last: IMMUTABLE }), [
      'spec.b.x: Required value',
      'spec.a: Required value',
      'spec.b: Required value',
      'spec.c: Required value',
      'spec.b: Invalid value: 1: field is immutable',
    ]);
  });

  it('skips errors within a field that is forbidden', () =>
    assert.deepEqual(
      reported(
        { schema: [required('spec.a.b')], rules: [forbidden('spec.a', 'may not specify more than 1 of them')] },
        FORM,
      ),
      ['spec.a: Forbidden: may not specify more than 1 of them'],
    ));
});
