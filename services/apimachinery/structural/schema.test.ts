import assert from 'node:assert/strict';
import type { JsonObject } from '../json/value.js';
import type { CustomSchema } from '../schema/schema.js';
import { readInSteps, readStructural, structuralOf } from './schema.js';

describe('a structural schema', () => {
  const leaf = (maxLength: number): JsonObject => ({ type: 'string', maxLength });
  const source: JsonObject = {
    type: 'object',
    properties: {
      many: {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`p${n}`, leaf(n)])),
      },
      list: { type: 'array', items: { type: 'object', additionalProperties: leaf(7) } },
      any: { type: 'object', additionalProperties: true, not: { required: ['a'] } },
      one: { type: 'string', oneOf: [leaf(1), leaf(2)], anyOf: [leaf(3)], allOf: [leaf(4)] },
    },
  };
  const schema: CustomSchema = { type: 'custom', name: 'io.example.v1.A', source, compilePattern: () => () => true };

  it('is read in steps, and then known', () => {
    let steps = 0;
    for (const _ of readInSteps(schema)) steps += 1;
    assert.ok(steps >= 4, `${steps} steps`);
    // Equal schemas are one object.
    assert.equal(structuralOf(schema), readStructural(source));
    assert.deepEqual([...readInSteps(schema)], []);
  });

  it('is read in steps to the end also if it is not structural', () => {
    const odd = { ...schema, source: { properties: { a: null, b: [1] }, items: [leaf(1)], allOf: 'x' } };
    assert.ok([...readInSteps(odd)].length > 0);
    assert.equal(structuralOf(odd), readStructural(odd.source));
  });
});
