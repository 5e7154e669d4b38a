import assert from 'node:assert/strict';
import { newObject, type JsonObject } from '../json/value.js';
import { UNTYPED, type Type } from '../typed/type.js';
import { structuralApplyType } from './apply-type.js';
import { readStructural } from './schema.js';

describe('the apply type of a structural schema', () => {
  const metadata: Type = { object: { fields: new Map(), values: undefined, atomic: false, least: newObject() } };
  const fieldsOf = (source: JsonObject) => {
    const { object } = structuralApplyType(readStructural(source), metadata);
    assert.ok(object);
    return object.fields;
  };
  const text = { type: 'string' };

  it('has a field for each property, and the same one on each use', () => {
    const fields = fieldsOf({ type: 'object', properties: { a: text, b: { type: 'array', items: text } } });
    assert.ok(fields.has('a') && fields.has('b') && !fields.has('c'));
    assert.deepEqual(fields.get('a'), { type: { scalar: 'string' }, element: 'f:a' });
    assert.equal(fields.get('b'), fields.get('b'));
    assert.equal(fields.get('c'), undefined);
  });

  it('has the fields of an embedded resource, independent of the schema', () => {
    const properties = { metadata: text, kind: { type: 'integer' } };
    const inner = { type: 'object', 'x-kubernetes-embedded-resource': true, properties };
    const fields = fieldsOf({ type: 'object', properties: { ...properties, inner } });
    for (const each of [fields, fields.get('inner')?.type.object?.fields]) {
      assert.equal(each?.get('metadata')?.type, metadata);
      assert.deepEqual(each?.get('kind'), { type: { scalar: 'string' }, element: 'f:kind' });
      assert.ok(each?.has('apiVersion'));
    }
  });

  it('is untyped below a schema without a type', () => {
    const fields = fieldsOf({ type: 'object', properties: { a: { 'x-kubernetes-preserve-unknown-fields': true } } });
    assert.equal(fields.get('a')?.type, UNTYPED);
  });
});
