import assert from 'node:assert/strict';
import { configMapSchema, namespaceSchema, serviceAccountSchema } from '../generated/core/v1.js';
import { statusSchema } from '../generated/meta/v1.js';
import { deepEqual } from '../json/equal.js';
import { isObject, ownValue, type JsonObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import {
  boolean,
  bytes,
  double,
  fieldsV1,
  int32,
  int64,
  intOrString,
  microTime,
  quantity,
  rawExtension,
  text,
  time,
} from '../schema/common.js';
import type { Field, Schema, StructSchema } from '../schema/schema.js';
import { definitionsOf } from './definitions.test.helper.js';

const inner: StructSchema = struct('example.Inner', []);

function struct(name: string, fields: Field[], atomic = false): StructSchema {
  return { type: 'struct', name, description: `A ${name}.`, fields, atomic };
}

function field(schema: Schema, rules: Partial<Field> = {}): Field {
  return {
    name: 'f',
    number: 1,
    description: 'd',
    schema: () => schema,
    presence: 'implicit',
    required: false,
    immutable: false,
    ...rules,
  };
}

function listOf(items: Schema, rules: Partial<Extract<Schema, { type: 'list' }>> = {}): Schema {
  return { type: 'list', items: () => items, listType: 'atomic', keys: [], ...rules };
}

function mapOf(values: Schema, atomic = false): Schema {
  return { type: 'map', values: () => values, atomic };
}

/** Markers under the names of OpenAPI and of Kubernetes. */
const marked = (markers: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(markers).flatMap(([name, value]) => [
      [`x-${name}`, value],
      [`x-kubernetes-${name}`, value],
    ]),
  );

const V3 = '#/components/schemas/';
const V2 = '#/definitions/';
const META = 'io.k8s.apimachinery.pkg.apis.meta.v1.';
const always = { presence: 'always' } as const;
const v3Ref = (name: string, rest: JsonObject = {}): JsonObject => ({ ...rest, allOf: [{ $ref: `${V3}${name}` }] });
const v2Ref = (name: string): JsonObject => ({ $ref: `${V2}${name}` });

/** A field; its property in version 3, and in version 2 if that differs by more than the default. */
const PROPERTIES: readonly (readonly [title: string, field: Field, v3: JsonObject, v2?: JsonObject])[] = [
  ['a text', field(text), { type: 'string' }],
  ['a text that is always there', field(text, always), { type: 'string', default: '' }],
  ['a boolean that is always there', field(boolean, always), { type: 'boolean', default: false }],
  ['an integer', field(int32), { type: 'integer', format: 'int32' }],
  ['an integer that is always there', field(int64, always), { type: 'integer', format: 'int64', default: 0 }],
  [
    'an integer with bounds',
    field({ ...int32, minimum: 0, maximum: 9 }),
    { type: 'integer', format: 'int32', minimum: 0, maximum: 9 },
  ],
  ['a number', field(double), { type: 'number', format: 'double' }],
  ['bytes', field(bytes), { type: 'string', format: 'byte' }],
  [
    'a text with an enum and a maximum length',
    field({ type: 'string', enum: ['A', 'B'], maxLength: 5 }),
    { type: 'string', enum: ['A', 'B'], maxLength: 5 },
  ],
  ['a default of its own', field(text, { default: '"x"' }), { type: 'string', default: 'x' }],
  [
    'a default that is a list',
    field(listOf(text), { default: '["x"]' }),
    {
      type: 'array',
      items: { type: 'string', default: '' },
      default: ['x'],
      ...marked({ 'list-type': 'atomic' }),
    },
    { type: 'array', items: { type: 'string' }, ...marked({ 'list-type': 'atomic' }) },
  ],
  ['a struct', field(inner), v3Ref('example.Inner', { default: {} }), v2Ref('example.Inner')],
  [
    'a struct that may be absent',
    field(inner, { presence: 'explicit' }),
    v3Ref('example.Inner'),
    v2Ref('example.Inner'),
  ],
  ['a time', field(time), v3Ref(`${META}Time`), v2Ref(`${META}Time`)],
  ['a precise time', field(microTime), v3Ref(`${META}MicroTime`), v2Ref(`${META}MicroTime`)],
  ['a set of fields', field(fieldsV1), v3Ref(`${META}FieldsV1`), v2Ref(`${META}FieldsV1`)],
  [
    'a quantity',
    field(quantity),
    v3Ref('io.k8s.apimachinery.pkg.api.resource.Quantity'),
    v2Ref('io.k8s.apimachinery.pkg.api.resource.Quantity'),
  ],
  [
    'an integer or text',
    field(intOrString),
    v3Ref('io.k8s.apimachinery.pkg.util.intstr.IntOrString'),
    v2Ref('io.k8s.apimachinery.pkg.util.intstr.IntOrString'),
  ],
  [
    'any object',
    field(rawExtension),
    v3Ref('io.k8s.apimachinery.pkg.runtime.RawExtension'),
    v2Ref('io.k8s.apimachinery.pkg.runtime.RawExtension'),
  ],
  [
    'a list with keys, that patches merge',
    field(listOf(inner, { listType: 'map', keys: ['a', 'b'] }), { patchStrategy: 'merge', patchMergeKey: 'a' }),
    {
      type: 'array',
      items: v3Ref('example.Inner', { default: {} }),
      ...marked({ 'list-map-keys': ['a', 'b'] }),
      ...marked({ 'list-type': 'map' }),
      'x-kubernetes-patch-merge-key': 'a',
      'x-kubernetes-patch-strategy': 'merge',
    },
    {
      type: 'array',
      items: v2Ref('example.Inner'),
      ...marked({ 'list-map-keys': ['a', 'b'] }),
      ...marked({ 'list-type': 'map' }),
      'x-kubernetes-patch-merge-key': 'a',
      'x-kubernetes-patch-strategy': 'merge',
    },
  ],
  [
    'a list of times: a reference without other fields is not wrapped',
    field(listOf(time)),
    { type: 'array', items: { $ref: `${V3}${META}Time` }, ...marked({ 'list-type': 'atomic' }) },
    { type: 'array', items: v2Ref(`${META}Time`), ...marked({ 'list-type': 'atomic' }) },
  ],
  [
    'a set',
    field(listOf(text, { listType: 'set' })),
    { type: 'array', items: { type: 'string', default: '' }, ...marked({ 'list-type': 'set' }) },
    { type: 'array', items: { type: 'string' }, ...marked({ 'list-type': 'set' }) },
  ],
  [
    'a map of lists, taken as one value',
    field(mapOf(listOf(bytes), true)),
    {
      type: 'object',
      additionalProperties: {
        type: 'array',
        items: { type: 'string', format: 'byte' },
        ...marked({ 'list-type': 'atomic' }),
      },
      ...marked({ 'map-type': 'atomic' }),
    },
  ],
];

describe('OpenAPI definitions', () => {
  for (const [title, described, v3, v2] of PROPERTIES) {
    it(`describe ${title}`, () => {
      const roots = [struct('example.Outer', [described])];
      const { default: _, ...plain } = v3;
      assertJson(propertyOf(definitionsOf(3, roots)), { description: 'd', ...v3 });
      assertJson(propertyOf(definitionsOf(2, roots)), { description: 'd', ...(v2 ?? plain) });
    });
  }

  it('describe required fields and atomic types', () => {
    const outer = struct('example.Outer', [field(text, { required: true }), field(text, { name: 'g' })], true);
    assertJson(definitionsOf(2, [outer]), {
      'example.Outer': {
        description: 'A example.Outer.',
        type: 'object',
        properties: { f: { description: 'd', type: 'string' }, g: { description: 'd', type: 'string' } },
        required: ['f'],
        ...marked({ 'map-type': 'atomic' }),
      },
    });
  });

  it('describe a type without fields as any object', () => {
    assertJson(definitionsOf(3, [inner]), {
      'example.Inner': { description: 'A example.Inner.', type: 'object' },
    });
  });

  it('describe a recursive type', () => {
    const tree: StructSchema = struct('example.Tree', [
      field({ type: 'list', items: () => tree, listType: 'atomic', keys: [] }),
    ]);
    assert.deepEqual(Object.keys(definitionsOf(3, [tree])), ['example.Tree']);
  });

  it('describe quantities and int-or-string by their forms only where possible', () => {
    const roots = [struct('example.Outer', [field(quantity), field(intOrString, { name: 'g' })])];
    const forms = (definitions: JsonObject, name: string): JsonObject => {
      const { description: _, ...form } = objectAt(definitions, name);
      return form;
    };
    const [number, either] = [
      'io.k8s.apimachinery.pkg.api.resource.Quantity',
      'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
    ];
    const v3 = definitionsOf(3, roots);
    const v2 = definitionsOf(2, roots);
    assertJson(forms(v3, number), { oneOf: [{ type: 'string' }, { type: 'number' }] });
    assertJson(forms(v2, number), { type: 'string' });
    assertJson(forms(v3, either), { oneOf: [{ type: 'integer' }, { type: 'string' }], format: 'int-or-string' });
    assertJson(forms(v2, either), { type: 'string', format: 'int-or-string' });
  });

  for (const [version, prefix] of [
    [3, V3],
    [2, V2],
  ] as const) {
    it(`of version ${version} include all their references`, () => {
      const definitions = definitionsOf(version, [
        configMapSchema,
        namespaceSchema,
        serviceAccountSchema,
        statusSchema,
      ]);
      const names = Object.keys(definitions);
      const references = [...referencesIn(definitions)];
      assert.ok(references.includes(`${prefix}${META}ObjectMeta`));
      assert.deepEqual(
        references.filter((each) => !names.includes(each.slice(prefix.length))),
        [],
      );
    });
  }

  it('of version 2 have no defaults', () => {
    assert.ok(writeJson(definitionsOf(3, [serviceAccountSchema])).includes('"default":'));
    assert.ok(!writeJson(definitionsOf(2, [serviceAccountSchema])).includes('"default":'));
  });
});

function propertyOf(definitions: JsonObject): JsonObject {
  return objectAt(objectAt(objectAt(definitions, 'example.Outer'), 'properties'), 'f');
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = ownValue(object, key);
  assert.ok(isObject(value), `${key} in ${writeJson(object)}`);
  return value;
}

function assertJson(actual: JsonValue, expected: JsonValue): void {
  assert.ok(deepEqual(actual, expected), `${writeJson(actual)} is not ${writeJson(expected)}`);
}

function* referencesIn(value: JsonValue): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* referencesIn(item);
  if (!isObject(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === '$ref' && typeof member === 'string') yield member;
    else yield* referencesIn(member);
  }
}
