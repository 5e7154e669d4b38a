import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { jsonSchemaPropsSchema } from '../generated/apiextensions/v1.js';
import { objectMetaSchema } from '../generated/meta/v1.js';
import { parseJson } from '../json/parse.js';
import { isObject, type JsonObject } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { arbitraryFor } from '../schema/arbitrary.test.helper.js';
import { compileDecoder, DecodeError } from '../schema/decode.js';
import type { StructSchema } from '../schema/schema.js';
import { compileProtobufDecoder } from './decode.js';
import { compileProtobufEncoder } from './encode.js';
import { compileTranscoder } from './transcode.js';
import { ProtobufWriter } from './writer.js';

const normalise = compileDecoder(jsonSchemaPropsSchema);
const encode = compileProtobufEncoder(jsonSchemaPropsSchema);
const decode = compileProtobufDecoder(jsonSchemaPropsSchema);

function parsed(text: string): JsonObject {
  const { value } = parseJson(text);
  assert.ok(isObject(value));
  return value;
}

describe('a message that JSON represents by one of its fields', () => {
  // The bytes that Go writes, except for empty texts.
  const cases: readonly (readonly [json: string, hex: string])[] = [
    ['{"additionalProperties":true}', 'f201020801'],
    ['{"additionalProperties":false}', 'f201020800'],
    ['{"additionalProperties":{"type":"a"}}', 'f20107080112032a0161'],
    ['{"items":{"type":"a"}}', 'c201050a032a0161'],
    ['{"items":[{"type":"a"},{}]}', 'c2010712032a01611200'],
    ['{"dependencies":{"k":["x"]}}', '8202080a016b1203120178'],
    ['{"default":{"a":[1,null]}}', `42100a0e${Buffer.from('{"a":[1,null]}').toString('hex')}`],
    ['{"enum":[null,"x"]}', 'a20100a201050a03227822'],
  ];
  for (const [json, hex] of cases) {
    it(json, () => {
      const value = normalise(parsed(json)).value;
      assert.equal(writeJson(value), json);
      const bytes = encode(value);
      assert.equal(Buffer.from(bytes).toString('hex'), hex);
      assert.equal(writeJson(normalise(decode(bytes)).value), json);
    });
  }

  it('is false or absent without a field', () => {
    const empty = (number: string) => decode(Buffer.from(`${number}00`, 'hex'));
    assert.equal(writeJson(empty('f201')), '{"additionalProperties":false}');
    assert.equal(writeJson(normalise(empty('c201')).value), '{}');
  });

  it('is absent for a value of another type, unless it may be a boolean', () => {
    assert.equal(
      writeJson(normalise(parsed('{"items":5,"dependencies":{"a":5}}')).value),
      '{"dependencies":{"a":null}}',
    );
    for (const json of ['{"additionalProperties":5}', '{"additionalProperties":[]}', '{"additionalItems":"x"}']) {
      assert.throws(() => normalise(parsed(json)), { name: 'DecodeError', message: 'boolean or JSON schema expected' });
    }
    assert.throws(() => normalise(parsed('{"items":{"type":5}}')), { name: 'DecodeError', path: 'items.type' });
  });

  it('reports the paths of unknown fields inside it', () => {
    const { unknown } = normalise(
      parsed('{"items":{"x":1},"additionalProperties":{"y":1},"allOf":[{"items":[{"z":1}]}]}'),
    );
    assert.deepEqual(unknown, ['items.x', 'allOf[0].items[0].z', 'additionalProperties.y']);
  });
});

describe('recursive schemas', () => {
  it('round-trip through protobuf, and encode equally from JSON and from values', () => {
    const around: StructSchema = {
      type: 'struct',
      name: 'test.Object',
      description: '',
      atomic: false,
      fields: [
        {
          name: 'metadata',
          number: 1,
          description: '',
          schema: () => objectMetaSchema,
          presence: 'always',
          required: false,
          immutable: false,
        },
        {
          name: 'schema',
          number: 2,
          description: '',
          schema: () => jsonSchemaPropsSchema,
          presence: 'explicit',
          required: false,
          immutable: false,
        },
      ],
    };
    const again = compileDecoder(around);
    const toBytes = compileProtobufEncoder(around);
    const fromBytes = compileProtobufDecoder(around);
    const transcode = compileTranscoder(around);
    let written = 0;
    fc.assert(
      fc.property(arbitraryFor(around, { valid: false, defaults: true }), (value) => {
        const bytes = toBytes(value);
        assert.equal(writeJson(again(fromBytes(bytes)).value), writeJson(value));
        const writer = new ProtobufWriter();
        // Large integers are left to the encoder.
        if (!transcode(Buffer.from(writeJson(value)), '', writer)) return;
        written += 1;
        assert.deepEqual(Buffer.from(writer.finish()), Buffer.from(bytes));
      }),
      { numRuns: 100 },
    );
    assert.ok(written > 20);
  });

  it('are limited to the depth that all recursive code supports', () => {
    const nested = (levels: number, wrap: (inner: JsonObject) => JsonObject): JsonObject =>
      Array.from({ length: levels }).reduce<JsonObject>((inner) => wrap(inner), {});
    const wraps: readonly (readonly [most: number, wrap: (inner: JsonObject) => JsonObject])[] = [
      [899, (items) => ({ items })],
      [449, (inner) => ({ items: [inner] })],
      [449, (inner) => ({ properties: { a: inner } })],
    ];
    for (const [most, wrap] of wraps) {
      const { value } = normalise(nested(most, wrap));
      assert.ok(encode(value).length > most);
      for (const levels of [most + 1, 5_000]) {
        assert.throws(
          () => normalise(nested(levels, wrap)),
          (error) => {
            assert.ok(error instanceof DecodeError);
            return error.message === 'exceeded max depth';
          },
        );
      }
    }
    const deepDefault = (levels: number): JsonObject => ({ items: { default: nested(levels, (a) => ({ a })) } });
    assert.ok(normalise(deepDefault(897)));
    assert.throws(() => normalise(deepDefault(898)), { message: 'exceeded max depth' });
  });

  it('are rejected beyond the maximum depth of protobuf messages', () => {
    const nested = Array.from({ length: 60 }).reduce<JsonObject>((items) => ({ items }), {});
    assert.throws(() => decode(encode(nested)), /proto: messages nest deeper than 100/);
  });
});
