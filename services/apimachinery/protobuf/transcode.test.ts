import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import * as discovery from '../generated/apidiscovery/v2.js';
import * as apps from '../generated/apps/v1.js';
import * as core from '../generated/core/v1.js';
import * as meta from '../generated/meta/v1.js';
import { isObject, newObject, type JsonObject } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { arbitraryFor } from '../schema/arbitrary.test.helper.js';
import { double, int32, int64, intOrString, microTime, quantity, rawExtension, text } from '../schema/common.js';
import type { Field, Schema, StructSchema } from '../schema/schema.js';
import { schemasIn } from '../schema/struct.test.helper.js';
import { compileProtobufEncoder } from './encode.js';
import { compileTranscoder } from './transcode.js';
import { ProtobufWriter } from './writer.js';

function field(name: string, number: number, schema: Schema, ...inside: number[]): Field {
  const rest = { presence: 'explicit', required: false, immutable: false } as const;
  return { name, number, description: '', schema: () => schema, ...rest, ...(inside.length > 0 && { inside }) };
}

function struct(name: string, fields: readonly Field[]): StructSchema {
  return { type: 'struct', name, description: '', atomic: false, fields };
}

const metadata = field('metadata', 1, meta.objectMetaSchema);

/** An object with a value of the type. */
function around(schema: Schema): StructSchema {
  return struct('test.Object', [metadata, field('value', 2, schema)]);
}

/** Features that the built-in kinds do not use: unordered numbers, and wrapped fields between others. */
const odd: StructSchema = struct('test.Odd', [
  field('far', 1000, int64),
  field('a', 3, text, 5),
  field('port', 1, intOrString),
  field('b', 1, int32, 5),
  field('size', 2, quantity),
  field('ratio', 3, double),
  field('c', 2, { type: 'list', items: () => odd, listType: 'atomic', keys: [] }, 4),
  field('d', 2, text, 5, 2),
  field('at', 6, microTime),
  field('e', 1, int64, 5, 2),
  field('map', 7, { type: 'map', values: () => odd, atomic: false }),
  field('raw', 8, rawExtension),
  field('lists', 9, {
    type: 'map',
    values: () => ({ type: 'list', items: () => text, listType: 'atomic', keys: [], wrapped: true }),
    atomic: false,
  }),
]);

const bytes = (object: JsonObject): Buffer => Buffer.from(writeJson(object));

/** The same with its type, with unknown members, and reordered. */
function disturbed(value: JsonObject, seed: number): JsonObject {
  const more = { kind: 'K', apiVersion: 'v1', '\u0001"': [{ '}': '\\"{' }, null], unknown: -1.5e-7, known: value };
  const whole: JsonObject = Object.assign(newObject(), value, more);
  const rank = (key: string): number => (key.length * 7 + key.charCodeAt(0) + seed) % 5;
  const result = newObject();
  for (const key of Object.keys(whole).sort((a, b) => rank(a) - rank(b))) result[key] = whole[key] ?? null;
  return result;
}

/** The object with the inserted version. */
function withVersion(object: JsonObject, resourceVersion: string): JsonObject {
  if (resourceVersion === '') return object;
  assert.ok(isObject(object['metadata']));
  return Object.assign(newObject(), object, {
    metadata: Object.assign(newObject(), object['metadata'], { resourceVersion }),
  });
}

function withoutVersion(object: JsonObject): JsonObject {
  const own = Object.assign(newObject(), object['metadata']);
  delete own['resourceVersion'];
  return Object.assign(newObject(), object, { metadata: own });
}

describe('transcoding of JSON to protobuf', () => {
  const types = [core, apps, meta, discovery].flatMap(schemasIn);
  const kinds = types.filter(({ fields }) =>
    fields.some(({ name, schema }) => name === 'metadata' && schema() === meta.objectMetaSchema),
  );
  const schemas = [...kinds, ...[...types, odd].map(around)];
  for (const schema of schemas) {
    it(`equals the encoder's output for a ${schema.name} with ${schema.fields.map(({ name }) => name).join(', ')}`, () => {
      const [encode, transcode] = [compileProtobufEncoder(schema), compileTranscoder(schema)];
      const writer = new ProtobufWriter(1);
      const values = arbitraryFor(schema, { valid: false, defaults: false });
      fc.assert(
        fc.property(values, fc.constantFrom('', '7', '12345678901'), fc.nat(4), (value, version, seed) => {
          const object = withoutVersion(value);
          const expected = Buffer.from(encode(withVersion(object, version))).toString('hex');
          for (const text of [object, disturbed(object, seed)]) {
            writer.reset();
            // Values beyond a double are left to the encoder.
            if (!transcode(bytes(text), version, writer)) assert.match(writeJson(object), /[:,[]-?\d{16,}/);
            else assert.equal(Buffer.from(writer.finish()).toString('hex'), expected);
          }
        }),
        { numRuns: 20 },
      );
    });
  }

  it('writes escapes in untyped JSON as the encoder does, for any spelling', () => {
    const writer = new ProtobufWriter();
    assert.ok(
      compileTranscoder(around(odd))(Buffer.from('{"metadata":{},"value":{"raw":{"a":"\\u0041"}}}'), '', writer),
    );
    const object = { metadata: {}, value: { raw: { a: 'A' } } };
    assert.deepEqual(Buffer.from(writer.finish()), Buffer.from(compileProtobufEncoder(around(odd))(object)));
  });

  const left: readonly (readonly [why: string, json: string])[] = [
    ['spaces', '{"metadata": {}}'],
    ['no metadata', '{"value":{"far":1}}'],
    ['metadata that have a version', '{"metadata":{"resourceVersion":"1"}}'],
    ['a number where a text belongs', '{"metadata":{"name":1}}'],
    ['a text where a number belongs', '{"metadata":{"generation":"1"}}'],
    ['a fraction where a whole number belongs', '{"metadata":{"generation":1.5}}'],
    ['a number that no double holds', '{"metadata":{"generation":9007199254740993}}'],
    ['null in a list', '{"metadata":{"finalizers":[null]}}'],
    ['null in a map', '{"metadata":{"labels":{"a":null}}}'],
    ['a text where an object belongs', '{"metadata":{},"value":""}'],
    ['a text where a boolean belongs', '{"metadata":{"ownerReferences":[{"controller":"true"}]}}'],
    ['a time that is not written as ours are', '{"metadata":{"creationTimestamp":"2026-11-23T03:00:00.5Z"}}'],
    ['an escape that there is not', '{"metadata":{"name":"\\x"}}'],
    ['an object without its end', '{"metadata":{}'],
    ['a text without its end', '{"metadata":{"name":"a'],
    ['a long text without its end', `{"metadata":{"name":"${'a'.repeat(100)}`],
    ['a skipped member without its end', '{"metadata":{},"unknown":['],
    ['trailing data', '{"metadata":{}}{}'],
    ['no object', '[]'],
    ['nothing', ''],
  ];
  for (const [why, json] of left) {
    it(`is left to the encoder for ${why}`, () => {
      const transcode = compileTranscoder(around(odd));
      assert.equal(transcode(Buffer.from(json), '7', new ProtobufWriter()), false);
    });
  }
});
