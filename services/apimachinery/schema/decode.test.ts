import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { controllerRevisionSchema } from '../generated/apps/v1.js';
import { configMapSchema, namespaceSchema, secretSchema, serviceAccountSchema } from '../generated/core/v1.js';
import { apiResourceListSchema, deleteOptionsSchema, objectMetaSchema, statusSchema } from '../generated/meta/v1.js';
import { parseJson } from '../json/parse.js';
import { deepEqual } from '../json/equal.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { boolean, double, intOrString, microTime, quantity, rawExtension, text } from './common.js';
import { compileDecoder, DecodeError } from './decode.js';
import type { Field, Schema, StructSchema } from './schema.js';

function parse(text: string): JsonObject {
  const { value } = parseJson(text);
  assert.ok(isObject(value));
  return value;
}

function field(name: string, number: number, schema: Schema, rest: Partial<Field> = {}): Field {
  const plain = { description: '', presence: 'implicit', required: false, immutable: false } as const;
  return { name, number, schema: () => schema, ...plain, ...rest };
}

/** A recursive type with all types that the built-in kinds do not use. */
const oddSchema: StructSchema = {
  type: 'struct',
  name: 'test.v1.Odd',
  description: '',
  atomic: false,
  fields: [
    field('port', 1, intOrString, { presence: 'explicit' }),
    field('size', 2, quantity, { presence: 'explicit' }),
    field('ratio', 3, double),
    field('at', 4, microTime),
    field('mode', 5, text, { default: '"fast"' }),
    field('on', 6, boolean, { presence: 'explicit', default: 'true' }),
    field('tags', 7, { type: 'list', items: () => text, listType: 'set', keys: [] }, { default: '["a"]' }),
    field('inner', 8, { type: 'map', values: () => oddSchema, atomic: false }),
    field('raw', 9, rawExtension, { presence: 'explicit' }),
  ],
};

const META = '"metadata":{}';

describe('schema/decode', () => {
  const normalForms: readonly (readonly [why: string, schema: StructSchema, input: string, output: string])[] = [
    [
      'kind and apiVersion precede the fields',
      configMapSchema,
      `{"data":{"a":"b"},"apiVersion":"v1","metadata":{"namespace":"n","name":"m"},"kind":"ConfigMap"}`,
      `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"m","namespace":"n"},"data":{"a":"b"}}`,
    ],
    ['mandatory fields are created', namespaceSchema, '{}', '{"metadata":{},"spec":{},"status":{}}'],
    [
      'null means absent',
      namespaceSchema,
      '{"metadata":null,"spec":{"finalizers":null}}',
      '{"metadata":{},"spec":{},"status":{}}',
    ],
    [
      'a zero value that means absent is dropped',
      configMapSchema,
      `{"metadata":{"name":"","generation":0,"labels":{},"finalizers":[]},"data":{}}`,
      `{${META}}`,
    ],
    [
      'an explicit zero value is kept if it matters',
      configMapSchema,
      `{${META},"immutable":false}`,
      `{${META},"immutable":false}`,
    ],
    ['a default replaces an absent or empty value', secretSchema, '{"type":""}', `{${META},"type":"Opaque"}`],
    [
      'a zero default is omitted if zero means absent',
      serviceAccountSchema,
      '{"imagePullSecrets":[{}]}',
      `{${META},"imagePullSecrets":[{}]}`,
    ],
    [
      'map keys are sorted',
      configMapSchema,
      '{"data":{"b":"1","a":"2","__proto__":"3"}}',
      `{${META},"data":{"__proto__":"3","a":"2","b":"1"}}`,
    ],
    [
      'null in a map or a list is the zero value',
      configMapSchema,
      '{"data":{"a":null},"metadata":{"finalizers":[null],"ownerReferences":[null]}}',
      '{"metadata":{"ownerReferences":[{"apiVersion":"","kind":"","name":"","uid":""}],"finalizers":[""]},"data":{"a":""}}',
    ],
    [
      'base64 is canonicalised',
      secretSchema,
      '{"data":{"a":"Zh==","b":"Zm9v\\nYmFy\\n"},"type":"x"}',
      `{${META},"data":{"a":"Zg==","b":"Zm9vYmFy"},"type":"x"}`,
    ],
    [
      'times are in UTC and whole seconds',
      objectMetaSchema,
      '{"creationTimestamp":"2026-03-01T01:30:00.9+02:00"}',
      '{"creationTimestamp":"2026-02-28T23:30:00Z"}',
    ],
    ['the zero time means absent', objectMetaSchema, '{"creationTimestamp":"0001-01-01T00:00:00Z"}', '{}'],
    [
      'integers keep every digit',
      deleteOptionsSchema,
      '{"gracePeriodSeconds":9223372036854775807}',
      '{"gracePeriodSeconds":9223372036854775807}',
    ],
    [
      'a list that is always written',
      apiResourceListSchema,
      '{"groupVersion":"v1","resources":[{"name":"a"}]}',
      '{"groupVersion":"v1","resources":[{"name":"a","singularName":"","namespaced":false,"kind":"","verbs":[]}]}',
    ],
    [
      'untyped JSON is kept',
      objectMetaSchema,
      '{"managedFields":[{"fieldsV1":{"f:b":{},"f:a":null}}]}',
      '{"managedFields":[{"fieldsV1":{"f:b":{},"f:a":null}}]}',
    ],
    [
      'a number or a text',
      oddSchema,
      '{"port":0,"on":false,"tags":["x"]}',
      '{"port":0,"mode":"fast","on":false,"tags":["x"]}',
    ],
    [
      'a quantity may be a number',
      oddSchema,
      '{"size":5,"ratio":0.5}',
      '{"size":"5","ratio":0.5,"mode":"fast","on":true,"tags":["a"]}',
    ],
    [
      'micro times have six decimals',
      oddSchema,
      '{"at":"2026-01-01T00:00:00.000001+00:00","tags":["x"]}',
      '{"at":"2026-01-01T00:00:00.000001Z","mode":"fast","on":true,"tags":["x"]}',
    ],
    [
      'a type may be recursive',
      oddSchema,
      '{"mode":"m","tags":["x"],"inner":{"a":{"mode":"n","tags":["y"]}}}',
      '{"mode":"m","on":true,"tags":["x"],"inner":{"a":{"mode":"n","on":true,"tags":["y"]}}}',
    ],
  ];
  for (const [why, schema, input, output] of normalForms) {
    it(why, () => {
      assert.equal(writeJson(compileDecoder(schema)(parse(input)).value), output);
      assert.deepEqual(compileDecoder(schema)(parse(input)).unknown, []);
    });
  }

  const errors: readonly (readonly [schema: StructSchema, input: string, path: string, message: string])[] = [
    [
      configMapSchema,
      '{"data":{"a":1}}',
      'data[a]',
      'json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    ],
    [
      configMapSchema,
      '{"data":"x"}',
      'data',
      'json: cannot unmarshal string into Go struct field ConfigMap.data of type map[string]string',
    ],
    [
      configMapSchema,
      '{"binaryData":[]}',
      'binaryData',
      'json: cannot unmarshal array into Go struct field ConfigMap.binaryData of type map[string][]uint8',
    ],
    [
      configMapSchema,
      '{"metadata":{"labels":{"a":true}}}',
      'metadata.labels[a]',
      'json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.labels of type string',
    ],
    [
      configMapSchema,
      '{"metadata":7}',
      'metadata',
      'json: cannot unmarshal number into Go struct field ConfigMap.metadata of type v1.ObjectMeta',
    ],
    [
      configMapSchema,
      '{"metadata":{"ownerReferences":[{},{"controller":"yes"}]}}',
      'metadata.ownerReferences[1].controller',
      'json: cannot unmarshal string into Go struct field OwnerReference.metadata.ownerReferences.controller of type bool',
    ],
    [
      configMapSchema,
      '{"metadata":{"finalizers":{}}}',
      'metadata.finalizers',
      'json: cannot unmarshal object into Go struct field ObjectMeta.metadata.finalizers of type []string',
    ],
    [secretSchema, '{"data":{"a":"Zg="}}', 'data[a]', 'illegal base64 data at input byte 3'],
    [
      statusSchema,
      '{"code":1.5}',
      'code',
      'json: cannot unmarshal number 1.5 into Go struct field Status.code of type int32',
    ],
    [
      statusSchema,
      '{"code":2147483648}',
      'code',
      'json: cannot unmarshal number 2147483648 into Go struct field Status.code of type int32',
    ],
    [
      deleteOptionsSchema,
      '{"gracePeriodSeconds":9223372036854775808}',
      'gracePeriodSeconds',
      'json: cannot unmarshal number 9223372036854775808 into Go struct field DeleteOptions.gracePeriodSeconds of type int64',
    ],
    [
      objectMetaSchema,
      '{"creationTimestamp":"today"}',
      'creationTimestamp',
      'parsing time "today" as "2006-01-02T15:04:05Z07:00": cannot parse "today" as "2006"',
    ],
    [
      oddSchema,
      '{"size":"big"}',
      'size',
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [oddSchema, '{"port":true}', 'port', 'json: cannot unmarshal bool into Go struct field Odd.port of type int32'],
  ];
  for (const [schema, input, path, message] of errors) {
    it(`rejects ${input}`, () => {
      assert.throws(
        () => compileDecoder(schema)(parse(input)),
        (error) => {
          assert.ok(error instanceof DecodeError);
          assert.deepEqual([error.path, error.message], [path, message]);
          return true;
        },
      );
    });
  }

  it('reports the paths of unknown fields and drops them', () => {
    const input =
      '{"spec":1,"Data":{},"metadata":{"foo":1,"ownerReferences":[{"name":"n"},{"bar":{"x":1}}]},"data":{"any":"x"}}';
    const { unknown, value } = compileDecoder(configMapSchema)(parse(input));
    assert.deepEqual(unknown, ['metadata.ownerReferences[1].bar', 'metadata.foo', 'spec', 'Data']);
    assert.ok(!('Data' in value) && !('spec' in value));
    assert.deepEqual(compileDecoder(oddSchema)(parse('{"inner":{"k":{"x":1}}}')).unknown, ['inner.k.x']);
  });

  it('reports at most 100 unknown fields', () => {
    const members = Array.from({ length: 500 }, (_, index) => `"x${index}":1`);
    assert.equal(compileDecoder(configMapSchema)(parse(`{${members.join(',')}}`)).unknown.length, 100);
  });

  it('canonicalises quantities', () => {
    assert.equal(compileDecoder(oddSchema)(parse('{"size":" 1.5Gi "}')).value['size'], '1536Mi');
  });

  it('rejects input beyond the maximum depth', () => {
    const nested = (depth: number): JsonObject => {
      let value: JsonObject = {};
      for (let level = 0; level < depth; level++) value = { inner: { a: value } };
      return value;
    };
    assert.ok(compileDecoder(oddSchema)(nested(449)));
    assert.throws(() => compileDecoder(oddSchema)(nested(450)), {
      name: 'DecodeError',
      message: 'exceeded max depth',
    });
    assert.throws(() => compileDecoder(oddSchema)(nested(4900)), {
      name: 'DecodeError',
      message: 'exceeded max depth',
    });
  });

  it('rejects untyped JSON beyond the maximum depth', () => {
    const nested = (depth: number): JsonObject =>
      depth === 0 ? {} : { a: Array.from({ length: depth }).reduce<JsonValue>((inner) => ({ a: inner }), {}) };
    const decode = (depth: number) =>
      compileDecoder(objectMetaSchema)({ managedFields: [{ fieldsV1: nested(depth) }] });
    assert.ok(decode(945));
    for (const depth of [946, 5_000]) {
      assert.throws(() => decode(depth), { path: 'managedFields[0].fieldsV1', message: 'exceeded max depth' });
    }
    const raw = (depth: number) => compileDecoder(controllerRevisionSchema)({ revision: 1, data: nested(depth) });
    assert.ok(raw(897));
    assert.throws(() => raw(898), { path: 'data', message: 'exceeded max depth' });
  });

  it('turns minus zero into zero', () => {
    const { value } = compileDecoder(deleteOptionsSchema)({ gracePeriodSeconds: -0 });
    assert.ok(Object.is(value['gracePeriodSeconds'], 0));
  });

  it('omits defaults on request', () => {
    assert.equal(writeJson(compileDecoder(secretSchema, { defaults: false })(parse('{}')).value), `{${META}}`);
  });

  it('creates a new copy of a default each time', () => {
    const decode = compileDecoder(oddSchema);
    assert.notEqual(decode(parse('{}')).value['tags'], decode(parse('{}')).value['tags']);
  });

  it('is idempotent and never modifies its input', () => {
    const decode = compileDecoder(oddSchema);
    const member = fc.oneof(fc.constant(undefined), fc.jsonValue({ maxDepth: 2 }));
    const names = oddSchema.fields.map((field) => field.name);
    fc.assert(
      fc.property(fc.tuple(...names.map(() => member)), (members) => {
        const text = JSON.stringify(Object.fromEntries(names.map((name, index) => [name, members[index]])));
        const input = parse(text);
        let once: JsonObject;
        try {
          once = decode(input).value;
        } catch (error) {
          assert.ok(error instanceof DecodeError);
          return;
        }
        assert.ok(deepEqual(input, parse(text)));
        assert.equal(writeJson(decode(once).value), writeJson(once));
      }),
    );
  });
});
