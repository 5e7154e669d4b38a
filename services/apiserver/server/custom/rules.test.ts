import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { refusals } from '../../registry/conformance.test.helper.js';
import { startTestApi, type TestApi, type TestResponse } from '../api.test.helper.js';
import { changeDefinition, DEFINITIONS, widget, widgetDefinition, widgetsIn } from './definitions.test.helper.js';

const WIDGETS = widgetsIn('example.io');

const withSpec = (spec: JsonObject): JsonObject =>
  widgetDefinition('example.io', {
    subresources: { status: {} },
    schema: {
      openAPIV3Schema: {
        type: 'object',
        properties: {
          spec: { type: 'object', ...spec },
          status: { type: 'object', properties: { size: { type: 'integer' } } },
        },
        'x-kubernetes-validations': [
          { rule: '!has(self.status) || self.status.size <= self.spec.size', message: 'status may not be larger' },
        ],
      },
    },
  });

describe('validation rules of custom kinds', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi();
  });
  afterEach(() => api.close());

  const define = (spec: JsonObject): Promise<TestResponse> =>
    api.request('POST', DEFINITIONS, { body: withSpec(spec) });
  const size = { type: 'integer' };

  it('are checked on create, update and status update', async () => {
    const rules = [
      { rule: 'self.size > 0', messageExpression: 'self.size < 0 ? "negative" : "no size"' },
      { rule: 'self.size >= oldSelf.size', reason: 'FieldValueForbidden', fieldPath: '.size' },
    ];
    const defined = await define({ properties: { size }, 'x-kubernetes-validations': rules });
    assert.equal(defined.status, 201, defined.message);
    assert.deepEqual(refusals(await api.request('POST', WIDGETS, { body: widget('a', { size: 0 }) })), [
      'FieldValueInvalid spec: Invalid value: no size',
    ]);
    const made = await api.request('POST', WIDGETS, { body: widget('a', { size: 2 }) });
    assert.equal(made.status, 201, made.message);
    const smaller = { ...made.json, spec: { size: 1 } };
    assert.deepEqual(refusals(await api.request('PUT', `${WIDGETS}/a`, { body: smaller })), [
      'FieldValueForbidden spec.size: Forbidden: failed rule: self.size >= oldSelf.size',
    ]);
    const status = { ...made.json, status: { size: 3 } };
    assert.deepEqual(refusals(await api.request('PUT', `${WIDGETS}/a/status`, { body: status })), [
      'FieldValueInvalid <nil>: Invalid value: status may not be larger',
    ]);
  });

  it('are not evaluated for objects of a wrong type', async () => {
    await define({ properties: { size }, required: ['size'], 'x-kubernetes-validations': [{ rule: 'self.size > 0' }] });
    assert.deepEqual(refusals(await api.request('POST', WIDGETS, { body: widget('a', {}) })), [
      'FieldValueRequired spec.size: Required value',
      'FieldValueInvalid <nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
    ]);
  });

  it('that became stricter warn if the value is unchanged (ratcheting)', async () => {
    await define({ properties: { size, unit: { type: 'string' } } });
    const { json } = await api.request('POST', WIDGETS, { body: widget('a', { size: -1, unit: 'm' }) });
    const rule = { rule: 'self > 0', message: 'must be positive' };
    await changeDefinition(api, 'widgets.example.io', (spec) => {
      const stricter = withSpec({
        properties: { size: { ...size, 'x-kubernetes-validations': [rule] }, unit: { type: 'string' } },
      });
      spec['versions'] = (stricter['spec'] as JsonObject)['versions'] ?? null;
    });
    const same = await api.request('PUT', `${WIDGETS}/a`, { body: { ...json, spec: { size: -1, unit: 'km' } } });
    assert.deepEqual(
      [same.status, same.headers['warning']],
      [200, '299 - "spec.size: Invalid value: -1: must be positive"'],
    );
    const other = { ...same.json, spec: { size: -2 } };
    assert.deepEqual(refusals(await api.request('PUT', `${WIDGETS}/a`, { body: other })), [
      'FieldValueInvalid spec.size: Invalid value: -2: must be positive',
    ]);
  });

  it('are compiled when the definition is written', async () => {
    const refused = await define({ properties: { size }, 'x-kubernetes-validations': [{ rule: 'self.sise > 0' }] });
    assert.equal(refused.status, 422);
    assert.match(refused.message, /undefined field 'sise'/);
    const endless = await define({
      properties: { list: { type: 'array', items: { type: 'string' } } },
      'x-kubernetes-validations': [{ rule: 'self.list.all(a, self.list.all(b, self.list.all(c, a + b == c)))' }],
    });
    assert.match(endless.message, /estimated rule cost exceeds budget by factor of more than 100x/);
  });

  it('apply to defaults', async () => {
    const refused = await define({
      properties: { size: { ...size, default: 0, 'x-kubernetes-validations': [{ rule: 'self > 0' }] } },
    });
    assert.deepEqual(refusals(refused), [
      'FieldValueInvalid spec.validation.openAPIV3Schema.properties[spec].properties[size].default: Invalid value: 0: failed rule: self > 0',
    ]);
  });
});
