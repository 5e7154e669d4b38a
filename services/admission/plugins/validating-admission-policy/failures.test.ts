import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { DEPLOYMENT, message, outcome, RULE, type Given } from './outcome.test.helper.js';

describe('the plugin ValidatingAdmissionPolicy', () => {
  describe('applies the failure policy to', () => {
    const PARAM_KIND = { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } };
    const missing = { name: 'no', parameterNotFoundAction: 'Deny' };
    const TABLE: readonly (readonly [string, Given, string])[] = [
      [
        'an expression that fails',
        { policy: { validations: [{ expression: 'object.spec.paused == true' }] } },
        "expression 'object.spec.paused == true' resulted in error: no such key: paused",
      ],
      [
        'a condition that fails',
        { policy: { matchConditions: [{ name: 'c', expression: 'object.no == 1' }] } },
        "expression 'object.no == 1' resulted in error: no such key: no",
      ],
      [
        'an expression that does not compile',
        { policy: { validations: [{ expression: 'missing' }] } },
        "compilation error: compilation failed: ERROR: <input>:1:1: undeclared reference to 'missing' (in container '')\n | missing\n | ^",
      ],
      [
        'missing parameters',
        { policy: PARAM_KIND, binding: { paramRef: missing } },
        'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
      ],
      [
        'namespaced parameters of a cluster-scoped object',
        {
          policy: {
            ...PARAM_KIND,
            matchConstraints: { resourceRules: [{ ...RULE, apiGroups: [''], resources: ['nodes'] }] },
          },
          binding: { paramRef: missing },
          write: {
            namespace: '',
            resource: { group: '', version: 'v1', resource: 'nodes' },
            kind: { group: '', version: 'v1', kind: 'Node' },
          },
        },
        "nodes \"web\" is forbidden: ValidatingAdmissionPolicy 'demo' with binding 'demo-binding' denied request: failed to configure binding: cannot use namespaced paramRef in policy binding that matches cluster-scoped resources",
      ],
      [
        'a namespace for cluster-scoped parameters',
        {
          policy: { paramKind: { apiVersion: 'v1', kind: 'Node' } },
          binding: { paramRef: { ...missing, namespace: 'x' } },
        },
        'failed to configure binding: paramRef.namespace must not be provided for a cluster-scoped `paramKind`',
      ],
      [
        'a kind of parameters that is not served',
        { policy: { paramKind: { apiVersion: 'rules.example.com/v1', kind: 'ReplicaLimit' } } },
        "deployments.apps \"web\" is forbidden: ValidatingAdmissionPolicy 'demo' denied request: failed to configure policy: failed to find resource referenced by paramKind: 'rules.example.com/v1, Kind=ReplicaLimit'",
      ],
      [
        'expressions that cost too much together',
        {
          policy: {
            validations: Array.from({ length: 20 }, () => ({
              expression: 'object.list.all(a, object.list.all(b, b >= 0))',
            })),
          },
          write: { object: { ...DEPLOYMENT, list: Array.from({ length: 1000 }, (_, index) => index) } },
        },
        'validation failed due to running out of cost budget, no further validation rules will be run',
      ],
    ];
    for (const [what, given, expected] of TABLE) {
      it(what, async () => {
        assert.equal(await message(given), expected);
        assert.equal(await message({ ...given, policy: { ...given.policy, failurePolicy: 'Ignore' } }), 'admitted');
      });
    }

    it('with the actions of the binding, for expressions', async () => {
      const policy = { validations: [{ expression: 'object.spec.paused == true' }] };
      const { error, warnings } = await outcome({ policy, binding: { validationActions: ['Warn'] } });
      assert.equal(error, undefined);
      assert.equal(warnings.length, 1);
    });

    it('and counts ignored failures', async () => {
      const policy = { failurePolicy: 'Ignore', validations: [{ expression: 'object.spec.paused == true' }] };
      assert.deepEqual((await outcome({ policy })).counts, ['demo demo-binding invalid_error allow 1']);
    });
  });

  describe('evaluates with parameters', () => {
    const configMap = (name: string, namespace: string, limit: string, labels = {}): JsonObject => ({
      metadata: { name, namespace, labels },
      data: { limit },
    });
    const configmaps = [
      configMap('low', 'x', '3', { kind: 'limit' }),
      configMap('high', 'x', '9', { kind: 'limit' }),
      configMap('low', 'y', '7'),
    ];
    const policy = {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      validations: [
        {
          expression: 'object.spec.replicas <= int(params.data.limit)',
          messageExpression: '"at most " + params.data.limit + " by " + params.kind + " " + params.apiVersion',
        },
      ],
    };
    const TABLE: readonly (readonly [string, JsonObject, string])[] = [
      ['by name in the namespace of the object', { name: 'low' }, 'at most 3 by ConfigMap v1'],
      ['by name in another namespace', { name: 'low', namespace: 'y' }, 'admitted'],
      ['by name, of another object', { name: 'high' }, 'admitted'],
      [
        'by selector, all of which must admit',
        { selector: { matchLabels: { kind: 'limit' } } },
        'at most 3 by ConfigMap v1',
      ],
      ['by selector in another namespace', { selector: {}, namespace: 'y' }, 'admitted'],
      ['that may be missing', { name: 'no', parameterNotFoundAction: 'Allow' }, 'admitted'],
    ];
    for (const [what, paramRef, expected] of TABLE) {
      it(what, async () => {
        const binding = { paramRef: { parameterNotFoundAction: 'Deny', ...paramRef } };
        assert.equal(await message({ policy, binding, stored: { configmaps } }), expected);
      });
    }

    it('that are null without a reference', async () => {
      const validations = [{ expression: 'params != null', message: 'null' }];
      assert.equal(await message({ policy: { ...policy, validations } }), 'null');
    });
  });
});
