import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { selectableFieldsOf } from './selectable-fields.js';

const fields = selectableFieldsOf({ selectableFields: [{ jsonPath: '.spec.colour' }, { jsonPath: '.__proto__.a' }] });
const colour = (value: JsonObject): string | undefined => fields['spec.colour']?.value(value);

describe('selectable fields of custom resources', () => {
  it('are named without the first dot', () => {
    assert.deepEqual(Object.keys(fields), ['spec.colour', '__proto__.a']);
    assert.deepEqual(selectableFieldsOf({}), {});
  });

  const VALUES: readonly (readonly [object: JsonObject, text: string])[] = [
    [{ spec: { colour: 'red' } }, 'red'],
    [{ spec: { colour: 5 } }, '5'],
    [{ spec: { colour: -5n } }, '-5'],
    [{ spec: { colour: false } }, 'false'],
    [{ spec: { colour: '' } }, ''],
    [{ spec: { colour: null } }, ''],
    [{ spec: {} }, ''],
    [{ spec: 'colour' }, ''],
    [{}, ''],
    [{ spec: { colour: { a: [1] } } }, 'map[a:[1]]'],
  ];
  for (const [object, text] of VALUES) {
    it(`show ${JSON.stringify(text)}`, () => assert.equal(colour(object), text));
  }

  it('ignore inherited members', () => assert.equal(fields['__proto__.a']?.value({}), ''));
});
