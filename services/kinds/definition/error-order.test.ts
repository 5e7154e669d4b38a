import assert from 'node:assert/strict';
import { fieldErrorText, forbidden, invalid, required } from '@pilothouse/apimachinery/status/field-error.js';
import { reportedErrors, type ErrorOrder, type FoundErrors } from './error-order.js';

const FORM: ErrorOrder = {
  order: { '': ['metadata', 'spec'], spec: ['b', 'a'], items: ['y', '', 'x'] },
  closing: /may not specify more than 1/,
};

function told(found: Partial<FoundErrors>, form?: ErrorOrder): string[] {
  return reportedErrors({ metadata: [], schema: [], rules: [], ...found }, form).map(fieldErrorText);
}

describe('errors are told', () => {
  it('as they are found where a kind says nothing of them', () =>
    assert.deepEqual(told({ metadata: [required('z')], schema: [required('y')], rules: [required('x')] }), [
      'z: Required value',
      'y: Required value',
      'x: Required value',
    ]));

  it('by the rules alone where schema and rules find the same field wrong', () =>
    assert.deepEqual(told({ schema: [required('a')], rules: [required('a', 'it is needed')] }), [
      'a: Required value: it is needed',
    ]));

  it('by the schema too where the field may not change', () =>
    assert.deepEqual(told({ schema: [invalid('a', 1, 'field is immutable')], rules: [required('a')] }).length, 2));

  it('in the order of the kind, each list by its items, what is not listed last', () =>
    assert.deepEqual(
      told(
        { schema: ['spec.c', 'spec.a[10]', 'spec.a[9]', 'spec.b', 'metadata.name'].map((at) => required(at)) },
        FORM,
      ),
      ['metadata.name', 'spec.b', 'spec.a[9]', 'spec.a[10]', 'spec.c'].map((at) => `${at}: Required value`),
    ));

  it('with an object as a whole first, or where its kind says', () => {
    const places = ['items[0].x', 'items[0]', 'items[0].y', 'spec.a', 'spec'];
    assert.deepEqual(
      told({ rules: places.map((at) => required(at)) }, FORM),
      ['spec', 'spec.a', 'items[0].y', 'items[0]', 'items[0].x'].map((at) => `${at}: Required value`),
    );
  });

  it('not of the inside of what may not be there at all', () =>
    assert.deepEqual(
      told(
        { schema: [required('spec.a.b')], rules: [forbidden('spec.a', 'may not specify more than 1 of them')] },
        FORM,
      ),
      ['spec.a: Forbidden: may not specify more than 1 of them'],
    ));
});
