import assert from 'node:assert/strict';
import type { ApiObject, FieldSet } from '../api/types.js';
import { intentOf, MANAGER } from './intent.js';

const managed = (fieldsV1: FieldSet) => [{ manager: MANAGER, operation: 'Apply', fieldsV1 }];

function object(spec: object, fields?: FieldSet): ApiObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'a', namespace: 'b', labels: { x: '1' }, ...(fields && { managedFields: managed(fields) }) },
    spec,
  };
}

const IDENTITY = { apiVersion: 'v1', kind: 'Service' };
const PORTS = {
  'f:ports': { 'k:{"port":1}': { '.': {}, 'f:name': {}, 'f:port': {} }, 'k:{"port":2}': { '.': {}, 'f:port': {} } },
};
const WHOLE: FieldSet = {
  'f:metadata': { 'f:labels': { 'f:x': {} } },
  'f:spec': { 'f:type': {}, 'f:args': {}, ...PORTS },
};
const LIVE = { type: 'A', args: ['x'], ports: [{ port: 1, name: 'one' }] };

describe('what an edit applies', () => {
  it('is nothing but the identity for a text without a change', () => {
    const whole: FieldSet = { 'f:metadata': { 'f:labels': { 'f:x': {} } }, 'f:spec': { 'f:type': {}, 'f:args': {} } };
    assert.deepEqual(intentOf(object(LIVE), object(LIVE, whole)), {
      ...IDENTITY,
      metadata: { name: 'a', namespace: 'b' },
    });
  });

  it('is the changed fields, with the keys of list items', () => {
    const edited = { type: 'A', args: ['x', 'y'], ports: [{ port: 1, name: 'uno' }, { port: 2 }] };
    assert.deepEqual(intentOf(object(LIVE), object(edited, WHOLE)), {
      ...IDENTITY,
      metadata: { name: 'a', namespace: 'b' },
      spec: { args: ['x', 'y'], ports: [{ port: 1, name: 'uno' }, { port: 2 }] },
    });
  });

  it('keeps what the page managed before, unless the text leaves it out', () => {
    const former: FieldSet = { 'f:spec': { 'f:type': {}, 'f:args': {} } };
    const left: FieldSet = { 'f:spec': { 'f:type': {} } };
    assert.deepEqual(intentOf(object(LIVE, former), object(LIVE, left)), {
      ...IDENTITY,
      metadata: { name: 'a', namespace: 'b' },
      spec: { type: 'A' },
    });
  });
});
