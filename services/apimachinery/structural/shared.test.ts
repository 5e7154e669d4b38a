import assert from 'node:assert/strict';
import type { JsonObject } from '../json/value.js';
import { readStructural } from './schema.js';

describe('interning of schemas', () => {
  const text: JsonObject = { type: 'string', maxLength: 5 };
  const part: JsonObject = { type: 'object', properties: { a: text, b: { type: 'integer' } }, required: ['a'] };
  const same: readonly (readonly [what: string, a: JsonObject, b: JsonObject])[] = [
    ['scalars', text, { ...text, description: 'Another text.' }],
    ['objects', part, { ...part }],
    ['lists', { type: 'array', items: part }, { type: 'array', items: { ...part } }],
    ['keywords without effect', { type: 'object', required: [], nullable: false }, { type: 'object', properties: {} }],
  ];
  for (const [what, a, b] of same) {
    it(`shares one object: ${what}`, () => {
      assert.equal(readStructural(a), readStructural(b));
    });
  }

  const different: readonly (readonly [what: string, a: JsonObject, b: JsonObject])[] = [
    ['a bound', text, { ...text, maxLength: 6 }],
    ['a bound of another name', text, { type: 'string', minLength: 5 }],
    ['the name of a property', part, { ...part, properties: { a: text, c: { type: 'integer' } } }],
    ['a part', part, { ...part, properties: { a: text, b: { type: 'number' } } }],
    ['the place of a part', { properties: { a: text } }, { additionalProperties: text }],
    ['how many parts', { allOf: [text, text] }, { allOf: [text] }],
    ['which alternatives', { allOf: [text] }, { anyOf: [text] }],
    ['the type of a default', { type: 'string', default: '1' }, { type: 'string', default: 1 }],
    ['a large number', { default: 9007199254740993n }, { default: 9007199254740992n }],
    ['a default that is null', { default: null }, {}],
    ['a default that is false', { default: false }, {}],
    ['a default without members', { default: {} }, {}],
    ['a default without items', { default: [] }, {}],
    ['a default like a schema', { default: { kind: 'structural', a: 1 } }, { default: { kind: 'structural', a: 2 } }],
    ['where names end', { required: ['a,b'] }, { required: ['a', 'b'] }],
    ['where a part of a text ends', { pattern: 'a,format:b' }, { pattern: 'a', format: 'b' }],
  ];
  for (const [what, a, b] of different) {
    it(`keeps schemas apart that differ: ${what}`, () => {
      assert.notEqual(readStructural(a), readStructural(b));
      assert.deepEqual(readStructural(a), readStructural({ ...a }));
    });
  }

  it('shares equal parts of different objects', () => {
    const [a, b] = [{ part, other: text }, { part }].map((properties) =>
      readStructural({ type: 'object', properties }),
    );
    assert.notEqual(a, b);
    assert.equal(a?.properties.get('part'), b?.properties.get('part'));
  });
});
