import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { compileExpression } from '../expression.js';
import { createLibrary } from '../library/library.js';
import { problemsText } from '../syntax/problem.js';
import { DYN, runtimeText, type Type } from '../types/type.js';
import { kindType } from './schema-type.js';

const text = { type: 'string' };
const ref = (name: string): JsonObject => ({ allOf: [{ $ref: `#/components/schemas/${name}` }], default: {} });
const SCHEMAS: JsonObject = {
  Thing: {
    type: 'object',
    properties: {
      apiVersion: text,
      kind: text,
      metadata: ref('Meta'),
      spec: ref('Spec'),
    },
  },
  Meta: {
    type: 'object',
    properties: { name: text, generateName: text, labels: { type: 'object', additionalProperties: text } },
  },
  Spec: {
    type: 'object',
    properties: {
      replicas: { type: 'integer' },
      ratio: { type: 'number' },
      paused: { type: 'boolean' },
      data: { type: 'string', format: 'byte' },
      time: { type: 'string', format: 'date-time' },
      port: { format: 'int-or-string', oneOf: [{ type: 'integer' }, text] },
      quantity: { oneOf: [text, { type: 'number' }] },
      quantities: { type: 'object', additionalProperties: { oneOf: [text, { type: 'number' }] } },
      items: { type: 'array', items: { $ref: '#/components/schemas/Item' } },
      extra: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      template: { type: 'object', 'x-kubernetes-embedded-resource': true },
      'a-b': text,
      namespace: text,
      missing: ref('Missing'),
    },
  },
  Item: {
    type: 'object',
    properties: { name: text, child: ref('Item'), specs: { type: 'array', items: ref('Spec') } },
  },
  Plain: { type: 'object', properties: { spec: text } },
};

const library = createLibrary();

function check(expression: string, object: Type | undefined) {
  return compileExpression(expression, new Map([['object', object ?? DYN]]), library);
}

describe('the type of a kind', () => {
  const thing = kindType(SCHEMAS, 'Thing', 'Thing0');

  const types: [expression: string, type: string][] = [
    ['object', 'Thing0'],
    ['object.kind', 'string'],
    ['object.metadata.labels', 'map(string, string)'],
    ['object.spec.replicas', 'int'],
    ['object.spec.ratio', 'double'],
    ['object.spec.paused', 'bool'],
    ['object.spec.data', 'bytes'],
    ['object.spec.time', 'google.protobuf.Timestamp'],
    ['object.spec.port', 'dyn'],
    ['object.spec.items', 'list(Thing0.spec.items.@idx)'],
    ['object.spec.items[0].child', 'Thing0.spec.items.@idx.child'],
    ['object.spec.template.metadata.name', 'string'],
    ['object.spec.a__dash__b', 'string'],
    ['object.spec.namespace', 'string'],
  ];
  for (const [expression, type] of types) {
    it(`${expression} is ${type}`, () => {
      const compiled = check(expression, thing);
      assert.ok(compiled.ok, compiled.ok ? '' : problemsText(expression, compiled.problems));
      assert.equal(runtimeText(compiled.checked.type), type);
    });
  }

  const absent: string[] = [
    'object.status',
    'object.spec.quantity',
    'object.spec.quantities',
    'object.spec.extra.any',
    'object.spec.items[0].child.name',
    'object.spec.items[0].specs[0].replicas',
    'object.spec.missing.any',
    'object.spec.template.metadata.labels',
    'object.spec.toString',
  ];
  for (const expression of absent) {
    it(`does not have ${expression}`, () => {
      const compiled = check(expression, thing);
      assert.match(compiled.ok ? '' : problemsText(expression, compiled.problems), /undefined field/);
    });
  }

  it('has the names of an object without them in its schema', () => {
    const plain = kindType(SCHEMAS, 'Plain', 'Plain0');
    assert.ok(check('object.metadata.name + object.kind + object.spec', plain).ok);
    assert.ok(!check('object.metadata.labels', plain).ok);
  });

  it('is undefined without a schema', () => assert.equal(kindType(SCHEMAS, 'Nothing', 'x'), undefined));
});
