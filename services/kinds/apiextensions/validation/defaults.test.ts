import assert from 'node:assert/strict';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { problems, withProperty } from '../definitions.test.helper.js';

const P = 'spec.validation.openAPIV3Schema.properties[p]';
const STRING = { type: 'string' };
const EMBEDDED = {
  type: 'object',
  'x-kubernetes-embedded-resource': true,
  'x-kubernetes-preserve-unknown-fields': true,
};
const KINDED = { apiVersion: 'v1', kind: 'Pod' };

describe('validation of defaults', () => {
  const cases: readonly (readonly [schema: object, errors: readonly string[]])[] = [
    [{ ...STRING, default: 'x' }, []],
    [{ ...STRING, default: 1 }, [`${P}.default: Invalid value: "integer":  in body must be of type string: "integer"`]],
    [{ ...STRING, default: 'abc', maxLength: 2 }, [`${P}.default: Too long: may not be more than 2 bytes`]],
    [{ ...STRING, default: null }, []],
    [
      { type: 'object', default: { a: 1 }, properties: { a: STRING } },
      [`${P}.default.a: Invalid value: "integer": a in body must be of type string: "integer"`],
    ],
    [
      { type: 'object', default: { b: 1 }, properties: { a: STRING } },
      [`${P}.default: Invalid value: {"b":1}: must not have unknown fields`],
    ],
    [{ type: 'object', default: { b: 1 }, 'x-kubernetes-preserve-unknown-fields': true }, []],
    [
      { type: 'array', default: ['a', 1], items: STRING },
      [`${P}.default[1]: Invalid value: "integer": [1] in body must be of type string: "integer"`],
    ],
    [
      { type: 'object', properties: { a: { type: 'array', items: { ...STRING, default: true } } } },
      [`${P}.properties[a].items.default: Invalid value: "boolean":  in body must be of type string: "boolean"`],
    ],
    [{ type: 'object', additionalProperties: { ...STRING, default: true } }, []],
    [
      { anyOf: [{ minLength: 3 }, { pattern: '^z' }], ...STRING, default: 'a' },
      [
        `${P}.default: Invalid value: "": "" must validate at least one schema (anyOf)`,
        `${P}.default: Invalid value: "a":  in body should be at least 3 chars long`,
      ],
    ],
    [{ ...EMBEDDED, default: KINDED }, []],
    [{ ...EMBEDDED, default: {} }, [`${P}.default.apiVersion: Required value`, `${P}.default.kind: Required value`]],
    [{ ...EMBEDDED, default: { ...KINDED, kind: 1 } }, [`${P}.default.kind: Invalid value: 1: must be a string`]],
    [{ ...EMBEDDED, default: { apiVersion: '', kind: 1 } }, [`${P}.default.kind: Invalid value: 1: must be a string`]],
    [
      { ...EMBEDDED, default: { apiVersion: 'a/b/c', kind: '' } },
      [
        `${P}.default.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c`,
        `${P}.default.kind: Invalid value: "": must not be empty`,
      ],
    ],
    [
      { ...EMBEDDED, default: { ...KINDED, metadata: { name: 'a/b', labels: { l: 1 } } } },
      [
        `${P}.default.metadata: Invalid value: {"name":"a/b","labels":{"l":1}}: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string`,
      ],
    ],
    [
      { ...EMBEDDED, default: { ...KINDED, metadata: { name: 'a/b' } } },
      [`${P}.default.metadata.name: Invalid value: "a/b": may not contain '/'`],
    ],
    [
      {
        ...EMBEDDED,
        properties: { metadata: { type: 'object', properties: { name: { ...STRING, default: 'a/b' } } } },
      },
      [
        `${P}.properties[metadata].properties[name].default: Invalid value: "a/b": must result in valid metadata: metadata.name: Invalid value: "a/b": may not contain '/'`,
      ],
    ],
  ];
  for (const [schema, errors] of cases) {
    it(JSON.stringify(schema), () => assert.deepEqual(problems(withProperty(schema)), errors));
  }

  it('evaluates CEL rules if nothing else is wrong', () => {
    const seen: JsonValue[] = [];
    const rules = {
      checkRules: () => [],
      checkDefault: (_schema: object, value: JsonValue, path: string) => {
        seen.push(value);
        return [{ reason: 'FieldValueInvalid' as const, field: path, message: 'from CEL' }];
      },
    };
    assert.deepEqual(problems(withProperty({ ...STRING, default: 'x' }), undefined, rules), [`${P}.default: from CEL`]);
    assert.equal(problems(withProperty({ ...STRING, default: 1 }), undefined, rules).length, 1);
    assert.deepEqual(seen, ['x']);
  });

  it('accepts unknown fields that the stored definition has too', () => {
    const unpruned = (b: number) => withProperty({ type: 'object', default: { b }, properties: { a: STRING } });
    assert.deepEqual(problems(unpruned(2), unpruned(1)), []);
    assert.equal(problems(unpruned(2), withProperty(STRING)).length, 1);
  });
});
