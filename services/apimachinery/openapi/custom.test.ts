import assert from 'node:assert/strict';
import type { JsonObject } from '../json/value.js';
import { customDefinition, customListDefinition } from './custom.js';
import type { OpenApiVersion } from './dialect.js';

const EITHER = [{ type: 'integer' }, { type: 'string' }];
const FLAG = { 'x-kubernetes-int-or-string': true };

function published(version: OpenApiVersion, field: JsonObject): unknown {
  const schema = {
    type: 'custom' as const,
    name: 'io.example.v1.Widget',
    source: { type: 'object', properties: { field } },
    compilePattern: () => assert.fail('unexpected pattern'),
  };
  const definition = customDefinition(schema, { version, refer: ({ name }) => name });
  return JSON.parse(JSON.stringify((definition['properties'] as JsonObject)['field']));
}

describe('the OpenAPI definition of a custom type', () => {
  for (const [what, field, expected] of [
    ['alone', FLAG, { ...FLAG, anyOf: EITHER }],
    ['with types', { ...FLAG, anyOf: EITHER }, { ...FLAG, anyOf: EITHER }],
    ['with types in an allOf', { ...FLAG, allOf: [{ anyOf: EITHER }] }, { ...FLAG, allOf: [{ anyOf: EITHER }] }],
    ['with an allOf', { ...FLAG, allOf: [{ minimum: 1 }] }, { ...FLAG, allOf: [{ minimum: 1 }], anyOf: EITHER }],
    [
      'with alternatives of its own',
      { ...FLAG, anyOf: [{ minimum: 1 }], allOf: [{ maximum: 9 }] },
      { ...FLAG, anyOf: [{ minimum: 1 }], allOf: [{ anyOf: EITHER }, { maximum: 9 }] },
    ],
  ] satisfies readonly (readonly [string, JsonObject, JsonObject])[]) {
    it(`has the types of an integer or text ${what} in 3.0 only`, () => {
      assert.deepEqual(published(3, field), expected);
      assert.deepEqual(published(2, field), FLAG);
    });
  }

  it('describes the metadata of lists', () => {
    const metadata = (version: OpenApiVersion): unknown =>
      JSON.parse(
        JSON.stringify((customListDefinition('Widget', '#w', '#m', version)['properties'] as JsonObject)['metadata']),
      );
    const description = 'Standard list metadata.';
    assert.deepEqual(metadata(2), { description, $ref: '#m' });
    assert.deepEqual(metadata(3), { description, allOf: [{ $ref: '#m' }] });
  });
});
