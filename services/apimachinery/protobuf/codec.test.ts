import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import protobuf from 'protobufjs';
import * as admission from '../generated/admissionregistration/v1.js';
import * as discovery from '../generated/apidiscovery/v2.js';
import * as core from '../generated/core/v1.js';
import * as meta from '../generated/meta/v1.js';
import { parseJson } from '../json/parse.js';
import { isObject, newObject, type JsonObject } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { double, int32, int64, intOrString, microTime, quantity, rawExtension, text } from '../schema/common.js';
import { arbitraryFor } from '../schema/arbitrary.test.helper.js';
import { compileDecoder } from '../schema/decode.js';
import type { Field, Schema, StructSchema } from '../schema/schema.js';
import { schemasIn } from '../schema/struct.test.helper.js';
import { compileProtobufDecoder } from './decode.js';
import { compileProtobufEncoder } from './encode.js';
import { ProtobufError } from './error.js';

function field(name: string, number: number, schema: Schema, presence: Field['presence'] = 'implicit'): Field {
  return { name, number, description: '', schema: () => schema, presence, required: false, immutable: false };
}

const ANY = { valid: false, defaults: false };

const extra: Schema = { type: 'list', items: () => text, listType: 'atomic', keys: [], wrapped: true };

/** A recursive type with features that the built-in kinds do not use. */
const odd: StructSchema = {
  type: 'struct',
  name: 'test.Odd',
  description: '',
  atomic: false,
  fields: [
    field('far', 1000, int64, 'explicit'),
    field('port', 1, intOrString, 'explicit'),
    field('size', 2, quantity, 'explicit'),
    field('ratio', 3, double),
    field('at', 4, microTime),
    field('small', 5, { type: 'list', items: () => int32, listType: 'atomic', keys: [] }),
    field('large', 6, { type: 'list', items: () => int64, listType: 'atomic', keys: [] }),
    field('extra', 7, { type: 'map', values: () => extra, atomic: false }),
    field('raw', 8, rawExtension, 'explicit'),
    field('inner', 9, { type: 'map', values: () => odd, atomic: false }),
    field('self', 10, { type: 'list', items: () => odd, listType: 'atomic', keys: [] }),
  ],
};

/** The same type for an independent implementation. */
const OTHERS = protobuf.parse(`
  syntax = "proto2";
  message Time { optional int64 seconds = 1; optional int32 nanos = 2; }
  message IntOrString { optional int64 type = 1; optional int32 intVal = 2; optional string strVal = 3; }
  message Quantity { optional string string = 1; }
  message Raw { optional bytes raw = 1; }
  message Strings { repeated string items = 1; }
  message Odd {
    optional int64 far = 1000; optional IntOrString port = 1; optional Quantity size = 2; optional double ratio = 3;
    optional Time at = 4; repeated int32 small = 5 [packed = true]; repeated int64 large = 6 [packed = true];
    map<string, Strings> extra = 7; optional Raw raw = 8; map<string, Odd> inner = 9; repeated Odd self = 10;
  }
`).root;

/** Decodes and encodes the bytes with the independent implementation. */
function throughOthers(name: string, bytes: Uint8Array): Uint8Array {
  const type = OTHERS.lookupType(name);
  return type.encode(type.decode(bytes)).finish();
}

function parse(text: string): JsonObject {
  const { value } = parseJson(text);
  assert.ok(isObject(value));
  return value;
}

function hex(text: string): Uint8Array {
  return Buffer.from(text.replaceAll(' ', ''), 'hex');
}

describe('protobuf/codec', () => {
  const schemas = [...[core, meta, discovery, admission].flatMap(schemasIn), odd];
  for (const schema of schemas) {
    it(`round-trips every ${schema.name}`, () => {
      const [encode, decode] = [compileProtobufEncoder(schema), compileProtobufDecoder(schema)];
      const normalise = compileDecoder(schema, { defaults: false });
      fc.assert(
        fc.property(arbitraryFor(schema, ANY), (value) => {
          assert.equal(writeJson(normalise(decode(encode(value))).value), writeJson(value));
        }),
        { numRuns: 10 },
      );
    });
  }

  it('agrees with an independent implementation on features that the built-in kinds do not use', () => {
    const [encode, decode] = [compileProtobufEncoder(odd), compileProtobufDecoder(odd)];
    const normalise = compileDecoder(odd, { defaults: false });
    fc.assert(
      fc.property(arbitraryFor(odd, ANY), (value) => {
        const back = normalise(decode(throughOthers('Odd', encode(value)))).value;
        assert.equal(writeJson(back), writeJson(value));
      }),
      { numRuns: 100 },
    );
  });

  const encodings: readonly (readonly [schema: StructSchema, json: string, bytes: string])[] = [
    [
      core.configMapSchema,
      '{"kind":"ConfigMap","metadata":{},"immutable":false,"data":{"a":"b"}}',
      '0a 00 12 06 0a 01 61 12 01 62 20 00',
    ],
    [meta.statusSchema, '{"metadata":{},"code":-1}', '0a 00 30 ff ff ff ff ff ff ff ff ff 01'],
    [meta.deleteOptionsSchema, '{"gracePeriodSeconds":9223372036854775807}', '08 ff ff ff ff ff ff ff ff 7f'],
    [meta.objectMetaSchema, '{"creationTimestamp":"1970-01-01T00:00:01Z"}', '42 04 08 01 10 00'],
    // Kubernetes' types wrap fields in a message that JSON inlines.
    [core.probeSchema, '{"exec":{"command":["a"]},"periodSeconds":5}', '0a 05 0a 03 0a 01 61 20 05'],
    [core.volumeSchema, '{"name":"v","emptyDir":{}}', '0a 01 76 12 02 12 00'],
    [core.volumeSchema, '{"name":"v"}', '0a 01 76 12 00'],
    [core.configMapEnvSourceSchema, '{"name":"c","optional":true}', '0a 03 0a 01 63 10 01'],
    [
      core.ephemeralContainerSchema,
      '{"name":"d","tty":true,"targetContainerName":"a"}',
      '0a 06 0a 01 64 90 01 01 12 01 61',
    ],
    [
      admission.namedRuleWithOperationsSchema,
      '{"resourceNames":["a"],"operations":["*"],"apiGroups":[""]}',
      '0a 01 61 12 07 0a 01 2a 12 02 0a 00',
    ],
    [odd, '{"port":80}', '0a 06 08 00 10 50 1a 00'],
    [odd, '{"port":"http"}', '0a 0a 08 01 10 00 1a 04 68 74 74 70'],
    [odd, '{"extra":{"a":["b"]},"far":-1}', '3a 08 0a 01 61 12 03 0a 01 62 c0 3e ff ff ff ff ff ff ff ff ff 01'],
  ];
  for (const [schema, json, bytes] of encodings) {
    it(`writes ${json}`, () => assert.deepEqual(compileProtobufEncoder(schema)(parse(json)), hex(bytes)));
  }

  const tolerated: readonly (readonly [why: string, schema: StructSchema, bytes: string, json: string])[] = [
    [
      'unknown fields of every layout',
      meta.listMetaSchema,
      '78 01 79 0000000000000000 7a 01 61 7b 08 01 7c 7d 00000000 12 01 31',
      '{"resourceVersion":"1"}',
    ],
    ['packed and single numbers', odd, '2a 02 01 02 28 03', '{"small":[1,2,3]}'],
    ['a map entry without key and value', core.configMapSchema, '12 00', '{"data":{"":""}}'],
    [
      'a map entry in the wrong order, and twice',
      core.configMapSchema,
      '12 06 12 01 62 0a 01 61 12 06 0a 01 61 12 01 63',
      '{"data":{"a":"c"}}',
    ],
    [
      'a message in two parts',
      core.configMapSchema,
      '0a 03 0a 01 61 0a 03 1a 01 62',
      '{"metadata":{"name":"a","namespace":"b"}}',
    ],
    [
      'an inlined message in two parts, the last first',
      core.volumeSchema,
      '12 02 12 00 12 04 0a 02 0a 00 0a 01 76',
      '{"emptyDir":{},"hostPath":{"path":""},"name":"v"}',
    ],
    ['the zero time', meta.objectMetaSchema, '42 00', '{"creationTimestamp":null}'],
    ['a number beyond 32 bits where 32 are meant', meta.statusSchema, '30 81 80 80 80 10', '{"code":1}'],
    ['a truth that is long', core.configMapSchema, '20 80 80 80 80 80 01', '{"immutable":true}'],
  ];
  for (const [why, schema, bytes, json] of tolerated) {
    it(`reads ${why}`, () => assert.equal(writeJson(compileProtobufDecoder(schema)(hex(bytes))), json));
  }

  const deep = Buffer.from('53'.repeat(200), 'hex');
  const refused: readonly (readonly [why: string, schema: StructSchema, bytes: Uint8Array, message: RegExp])[] = [
    ['a cut-off tag', meta.listMetaSchema, hex('80'), /unexpected EOF/],
    ['a cut-off number', meta.statusSchema, hex('30 ff'), /unexpected EOF/],
    ['a length beyond the end', meta.listMetaSchema, hex('12 05 61'), /unexpected EOF/],
    [
      'a length beyond the end of the message around it',
      core.configMapSchema,
      hex('0a 02 0a 05 61 61 61 61 61'),
      /unexpected EOF/,
    ],
    ['a length of 64 bits', meta.listMetaSchema, hex('12 ff ff ff ff ff ff ff ff ff 01'), /negative length/],
    ['a number that never ends', meta.statusSchema, hex('30 ff ff ff ff ff ff ff ff ff ff 01'), /integer overflow/],
    ['the field number 0', meta.listMetaSchema, hex('00 00'), /illegal tag 0/],
    ['a layout that does not exist', meta.listMetaSchema, hex('7e 00'), /illegal wireType 6/],
    ['the end of a group that has not begun', meta.listMetaSchema, hex('7c'), /illegal wireType 4/],
    ['the end of another group', meta.listMetaSchema, hex('7b 74'), /unexpected end of group/],
    ['the wrong layout', meta.listMetaSchema, hex('10 01'), /wrong wireType = 0 for field resourceVersion/],
    ['text that is not UTF-8', meta.listMetaSchema, hex('12 01 ff'), /not valid UTF-8/],
    ['groups that nest too deep', meta.listMetaSchema, deep, /nest deeper than 100/],
    ['messages that nest too deep', odd, nested(101), /nest deeper than 100/],
    ['bytes that are not JSON', odd, hex('42 03 0a 01 7b'), /are not JSON/],
    [
      'a year that no text has',
      meta.objectMetaSchema,
      hex('42 0c 08 ff ff ff ff ff ff ff ff 7f 10 00'),
      /year out of range/,
    ],
  ];
  for (const [why, schema, bytes, message] of refused) {
    it(`rejects ${why}`, () => {
      assert.throws(
        () => compileProtobufDecoder(schema)(bytes),
        (error) => {
          assert.ok(error instanceof ProtobufError);
          assert.match(error.message, message);
          return true;
        },
      );
    });
  }

  it('returns a bigint only beyond the range of a double', () => {
    const decode = compileProtobufDecoder(meta.deleteOptionsSchema);
    assert.equal(decode(hex('08 ff ff ff ff ff ff ff ff ff 01'))['gracePeriodSeconds'], -1);
    assert.equal(decode(hex('08 80 80 80 80 80 80 80 10'))['gracePeriodSeconds'], 2n ** 53n);
  });

  it('writes texts of every length in bytes', () => {
    for (let length = 0; length < 300; length += 1) {
      const value = newObject();
      value['continue'] = '\u20ac'.repeat(length);
      const bytes = compileProtobufEncoder(meta.listMetaSchema)(value);
      assert.equal(compileProtobufDecoder(meta.listMetaSchema)(bytes)['continue'], value['continue']);
    }
  });

  it('reads messages nested 100 levels deep', () => {
    assert.ok(compileProtobufDecoder(odd)(nested(100)));
  });

  it('rejects or reads a message truncated at any position', () => {
    const whole = compileProtobufEncoder(odd)(
      parse(
        '{"far":-1,"port":"http","size":"1Gi","ratio":0.5,"at":"2026-01-02T03:04:05.000006Z","small":[1,-2],"large":[9007199254740993],' +
          '"extra":{"a":["b","c"]},"raw":{"x":[1]},"inner":{"k":{"port":80}},"self":[{"ratio":2}]}',
      ),
    );
    const decode = compileProtobufDecoder(odd);
    const refused = [...whole.keys()].filter((length) => !reads(decode, whole.subarray(0, length)));
    assert.ok(refused.length > whole.length / 2 && refused.length < whole.length);
  });

  const megabytes: readonly (readonly [what: string, bytes: string])[] = [
    ['zeros', '00'],
    ['ones', 'ff'],
    ['numbers that never end', '80'],
    ['groups that begin', '5b'],
    ['empty groups', '5b 5c'],
    ['empty entries of a map', '3a 00'],
    ['empty messages in a list', '52 00'],
    ['unknown empty texts', '7a 00'],
    ['the same field again and again', '4a 00'],
    ['single numbers of a list', '28 01'],
  ];
  for (const [what, bytes] of megabytes) {
    it(`reads or rejects three megabytes of ${what} in linear time`, () => {
      const began = performance.now();
      reads(compileProtobufDecoder(odd), Buffer.alloc(3 * 1024 * 1024, hex(bytes)));
      assert.ok(performance.now() - began < 3000);
    });
  }

  it('rejects or reads any bytes, without other errors', () => {
    const decoders = [core.configMapSchema, meta.objectMetaSchema, odd].map(compileProtobufDecoder);
    const bytes = fc.array(fc.oneof(fc.constantFrom(0x0a, 0x12, 0x1a, 0x08, 0x10, 0x01, 0x02), fc.nat(255)));
    fc.assert(
      fc.property(bytes, (numbers) => {
        for (const decode of decoders) reads(decode, Uint8Array.from(numbers));
      }),
      { numRuns: 2000 },
    );
  });
});

/** Whether the bytes are readable; fails for any error other than ProtobufError. */
function reads(decode: (bytes: Uint8Array) => JsonObject, bytes: Uint8Array): boolean {
  try {
    decode(bytes);
    return true;
  } catch (error) {
    assert.ok(error instanceof ProtobufError, String(error));
    return false;
  }
}

/** An Odd nested in `self` `depth` times. */
function nested(depth: number): Uint8Array {
  let value = '{}';
  for (let level = 0; level < depth; level += 1) value = `{"self":[${value}]}`;
  return compileProtobufEncoder(odd)(parse(value));
}
