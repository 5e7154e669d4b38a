import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseJson } from '../json/parse.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { compileStructuralDecoder, type StructuralDecoderOptions } from './decode.js';
import { compileNormaliser } from './normalise.js';
import { readStructural } from './schema.js';

function parsed(text: string): JsonObject {
  const { value } = parseJson(text);
  assert.ok(isObject(value));
  return value;
}

/** A metadata type with only a name. */
const readMetadata = (metadata: JsonValue, path: string, unknown: string[]): JsonObject => {
  assert.ok(isObject(metadata));
  unknown.push(...Object.keys(metadata).flatMap((name) => (name === 'name' ? [] : [`${path}.${name}`])));
  return parsed(writeJson({ name: metadata['name'] ?? '' }));
};

const refuse = (path: string): never => {
  throw new Error(`${path} must be a string`);
};

function normalise(schema: object, text: string, defaults = true): { json: string; unknown: string[] } {
  const unknown: string[] = [];
  const structural = readStructural(parsed(JSON.stringify(schema)));
  const value = compileNormaliser(structural, { readMetadata, refuse, defaults })(parsed(text), unknown);
  return { json: writeJson(value), unknown };
}

const string = { type: 'string' };
const of = (properties: object, rest: object = {}): object => ({ type: 'object', properties, ...rest });

describe('the normalised form of a custom resource', () => {
  const cases: readonly (readonly [title: string, schema: object, text: string, json: string, unknown?: string[]])[] = [
    ['has no unknown fields', of({ a: string }), '{"a":"x","b":{"c":1}}', '{"a":"x"}', ['b']],
    [
      'has no unknown fields in items and in maps',
      of({ list: { type: 'array', items: of({ a: string }) }, map: { type: 'object', additionalProperties: of({}) } }),
      '{"list":[{"a":"x","b":1}],"map":{"k":{"b":1}}}',
      '{"list":[{"a":"x"}],"map":{"k":{}}}',
      ['list[0].b', 'map.k.b'],
    ],
    [
      'keeps unknown fields where they are preserved, but not in properties that are described',
      of({ a: of({ b: string }) }, { 'x-kubernetes-preserve-unknown-fields': true }),
      '{"x":{"y":[1]},"a":{"b":"1","c":2}}',
      '{"a":{"b":"1"},"x":{"y":[1]}}',
      ['a.c'],
    ],
    [
      'keeps unknown fields in the items of a list that preserves them',
      of({ l: { type: 'array', items: of({}), 'x-kubernetes-preserve-unknown-fields': true } }),
      '{"l":[{"a":1}]}',
      '{"l":[{"a":1}]}',
    ],
    [
      'has no fields in members of any type',
      of({ m: { type: 'object', additionalProperties: true } }),
      '{"m":{"a":1,"b":{"c":1}}}',
      '{"m":{"a":1,"b":{}}}',
      ['m.b.c'],
    ],
    [
      'has kind, apiVersion and metadata',
      of({}),
      '{"metadata":{"name":"n","x":1},"kind":"K","apiVersion":"v"}',
      '{"apiVersion":"v","kind":"K","metadata":{"name":"n"}}',
      ['metadata.x'],
    ],
    [
      'has them in embedded resources too',
      of({ e: of({ spec: of({}) }, { 'x-kubernetes-embedded-resource': true }) }),
      '{"e":{"kind":"K","metadata":{"y":2},"spec":{"z":1}}}',
      '{"e":{"kind":"K","metadata":{"name":""},"spec":{}}}',
      ['e.metadata.y', 'e.spec.z'],
    ],
    [
      'has defaults, also within defaults',
      of({ a: of({ b: { ...string, default: 'x' } }, { default: {} }) }),
      '{}',
      '{"a":{"b":"x"}}',
    ],
    ['has no default if a value is given', of({ a: { ...string, default: 'x' } }), '{"a":""}', '{"a":""}'],
    [
      'has defaults in place of nulls that are not allowed',
      of({ a: { ...string, default: 'x' } }),
      '{"a":null}',
      '{"a":"x"}',
    ],
    ['has nulls that are allowed', of({ a: { ...string, nullable: true, default: 'x' } }), '{"a":null}', '{"a":null}'],
    ['has no nulls that are not allowed and have no default', of({ a: string }), '{"a":null}', '{}'],
    ['has members in the order of their names', of({ b: string, a: string }), '{"b":"1","a":"2"}', '{"a":"2","b":"1"}'],
    ['keeps items that are null', of({ l: { type: 'array', items: string } }), '{"l":[null]}', '{"l":[null]}'],
  ];
  for (const [title, schema, text, json, unknown = []] of cases) {
    it(title, () => assert.deepEqual(normalise(schema, text), { json, unknown }));
  }

  it('omits defaults on request', () => {
    assert.equal(normalise(of({ a: { ...string, default: 'x' } }), '{}', false).json, '{}');
  });

  it('rejects a kind that is not a string', () => {
    assert.throws(() => normalise(of({}), '{"kind":1}'), /^Error: kind must be a string$/);
  });

  it('is idempotent', () => {
    const schema = of({
      a: { ...string, default: 'x' },
      l: { type: 'array', items: of({ a: string, b: { type: 'integer', default: 1 } }) },
      m: { type: 'object', additionalProperties: { type: 'integer', nullable: true } },
      p: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    });
    const name = fc.constantFrom('a', 'b', 'l', 'm', 'p', 'other');
    const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<JsonValue>(null, 'x', 1, true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(name, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(name, value), (object) => {
        const once = normalise(schema, JSON.stringify(object));
        assert.deepEqual(normalise(schema, once.json), { json: once.json, unknown: [] });
      }),
    );
  });
});

describe('defaults of a custom resource', () => {
  const item = of({ text: { type: 'string', default: 'x'.repeat(10_000) } }, { default: {} });
  const list = of({ list: { type: 'array', items: item } });
  const items = (count: number, text: string): string =>
    `{"list":[${Array.from({ length: count }, () => text).join()}]}`;
  const decode = (count: number, text: string, options?: StructuralDecoderOptions): string =>
    writeJson(
      compileStructuralDecoder(readStructural(parsed(JSON.stringify(list))), options)(parsed(items(count, text))).value,
    );

  for (const text of ['null', '{}']) {
    it(`do not make a small object with many items ${text} arbitrarily large`, () => {
      assert.equal(decode(100, text).match(/"text"/g)?.length, 100);
      assert.throws(() => decode(10_000, text), {
        message: /^Request entity too large: with the default of list\[31\d\]\.text$/,
      });
    });
  }

  it('are omitted beyond the size limit in a stored object', () => {
    assert.equal(decode(10_000, '{}', { dropsExcess: true }).match(/"text"/g)?.length, 318);
  });
});
