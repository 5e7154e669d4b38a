import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { refusals } from '../../registry/conformance.test.helper.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';

const GROUP = '/apis/admissionregistration.k8s.io/v1';
const MERGE = { 'content-type': 'application/merge-patch+json' };
const RULE = { operations: ['CREATE'], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] };
const apply = (expression: string): JsonObject => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
});
const json = (expression: string): JsonObject => ({ patchType: 'JSONPatch', jsonPatch: { expression } });
const SPEC: JsonObject = {
  matchConstraints: { resourceRules: [RULE] },
  reinvocationPolicy: 'Never',
  mutations: [apply('Object{}')],
};

type Wrong = readonly (readonly [what: string, spec: JsonObject, errors: readonly string[]])[];

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.close());
let count = 0;

describe('mutatingadmissionpolicies', () => {
  const path = `${GROUP}/mutatingadmissionpolicies`;
  const create = (spec: JsonObject) =>
    api.request('POST', path, { body: { metadata: { name: `p${++count}` }, spec: { ...SPEC, ...spec } } });

  const WRONG: Wrong = [
    [
      'other policies',
      { failurePolicy: 'Other', reinvocationPolicy: 'Other' },
      [
        'FieldValueNotSupported spec.failurePolicy: Unsupported value: "Other": supported values: "Fail", "Ignore"',
        'FieldValueNotSupported spec.reinvocationPolicy: Unsupported value: "Other": supported values: "IfNeeded", "Never"',
      ],
    ],
    ['no constraints', { matchConstraints: null }, ['FieldValueRequired spec.matchConstraints: Required value']],
    ['no rules', { matchConstraints: {} }, ['FieldValueRequired spec.matchConstraints.resourceRules: Required value']],
    [
      'a deletion',
      { matchConstraints: { resourceRules: [{ ...RULE, operations: ['CONNECT', 'DELETE'] }] } },
      [
        'FieldValueNotSupported spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
      ],
    ],
    [
      'no policy of reinvocation',
      { reinvocationPolicy: null },
      ['FieldValueRequired spec.reinvocationPolicy: Required value'],
    ],
    [
      'no mutations',
      { mutations: [] },
      ['FieldValueRequired spec.mutations: Required value: mutations must contain at least one item'],
    ],
    [
      'mutations without patches',
      { mutations: [{}, { patchType: 'Other' }, { patchType: 'JSONPatch' }, { patchType: 'ApplyConfiguration' }] },
      [
        'FieldValueRequired spec.mutations[0].patchType: Required value',
        'FieldValueNotSupported spec.mutations[1].patchType: Unsupported value: "Other": supported values: "ApplyConfiguration", "JSONPatch"',
        'FieldValueRequired spec.mutations[2].jsonPatch: Required value: must be specified when patchType is JSONPatch',
        'FieldValueRequired spec.mutations[3].applyConfiguration: Required value: must be specified when patchType is ApplyConfiguration',
      ],
    ],
    [
      'both kinds of patches',
      {
        mutations: [
          { ...json('[]'), ...apply('Object{}') },
          { ...apply('Object{}'), ...json('[JSONPatch{}]') },
        ],
      },
      [
        'FieldValueInvalid spec.mutations[0].jsonPatch: Invalid value: "{jsonPatch}": must not be specified when patchType is ApplyConfiguration',
        'FieldValueInvalid spec.mutations[1].applyConfiguration: Invalid value: "{applyConfiguration}": must not be specified when patchType is JSONPatch',
      ],
    ],
    [
      'wrong expressions',
      { mutations: [apply(' '), apply('1'), apply('Object.spec{}'), json('[]'), json(' [1] '), json('x')] },
      [
        'FieldValueRequired spec.mutations[0].applyConfiguration.expression: Required value',
        'FieldValueInvalid spec.mutations[1].applyConfiguration.expression: Invalid value: "1": must evaluate to Object but got int',
        'FieldValueInvalid spec.mutations[2].applyConfiguration.expression: Invalid value: "Object.spec{}": must evaluate to Object but got Object.spec',
        'FieldValueInvalid spec.mutations[3].jsonPatch.expression: Invalid value: "[]": must evaluate to list(JSONPatch) but got list(dyn)',
        'FieldValueInvalid spec.mutations[4].jsonPatch.expression: Invalid value: "[1]": must evaluate to list(JSONPatch) but got list(int)',
        "FieldValueInvalid spec.mutations[5].jsonPatch.expression: Invalid value: \"x\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'x' (in container '')\n | x\n | ^",
      ],
    ],
  ];
  for (const [what, spec, errors] of WRONG) {
    it(`may not have ${what}`, async () => assert.deepEqual(refusals(await create(spec)), errors));
  }

  it('may not have patches outside of mutations', async () => {
    const answer = await create({
      matchConditions: [{ name: 'a', expression: 'Object{} != null' }],
      variables: [{ name: 'v', expression: 'jsonpatch.escapeKey("a")' }],
    });
    const [condition = '', variable = ''] = refusals(answer) ?? [];
    assert.match(condition, /matchConditions\[0\].*undeclared reference to 'Object'/);
    assert.match(variable, /variables\[0\].*undeclared reference to 'jsonpatch'/);
  });

  it('have expressions with all variables, parameters and patches', async () => {
    const { status, json: created } = await create({
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      matchConditions: [{ name: 'a', expression: 'params != null && request.name != "x"' }],
      variables: [{ name: 'key', expression: '"a/" + request.operation' }],
      mutations: [
        apply('Object{metadata: Object.metadata{labels: {variables.key: params.data.value}}}'),
        json(
          '[JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey(variables.key), value: namespaceObject.metadata.name}]',
        ),
        json(
          'authorizer.requestResource.check("update").allowed() ? [JSONPatch{op: "test", path: "/a", value: oldObject}] : []',
        ),
      ],
    });
    assert.equal(status, 201, JSON.stringify(created));
    const { failurePolicy } = created['spec'] as JsonObject;
    assert.deepEqual([failurePolicy, (created['metadata'] as JsonObject)['generation']], ['Fail', 1]);
  });

  it('count changes of the spec, and check match conditions that change', async () => {
    await create({ matchConditions: [{ name: 'a', expression: 'true' }] });
    const patch = (spec: JsonObject) => api.request('PATCH', `${path}/p${count}`, { body: { spec }, headers: MERGE });
    const { json: changed } = await patch({ mutations: [json('[JSONPatch{}]')] });
    assert.equal((changed['metadata'] as JsonObject)['generation'], 2);
    assert.equal((await patch({ matchConditions: [{ name: 'a', expression: '1' }] })).status, 422);
  });
});

describe('mutatingadmissionpolicybindings', () => {
  const create = (spec: JsonObject) =>
    api.request('POST', `${GROUP}/mutatingadmissionpolicybindings`, {
      body: { metadata: { name: `b${++count}` }, spec: { policyName: 'p', ...spec } },
    });

  const WRONG: Wrong = [
    ['no policy', { policyName: '' }, ['FieldValueRequired spec.policyName: Required value']],
    [
      'neither a name nor a selector of parameters',
      { paramRef: { parameterNotFoundAction: 'Deny' } },
      ['FieldValueRequired spec.paramRef: Required value: one of name or selector must be specified'],
    ],
    [
      'a deletion',
      { matchResources: { resourceRules: [{ ...RULE, operations: ['DELETE'] }] } },
      [
        'FieldValueNotSupported spec.matchResources.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
      ],
    ],
  ];
  for (const [what, spec, errors] of WRONG) {
    it(`may not have ${what}`, async () => assert.deepEqual(refusals(await create(spec)), errors));
  }

  it('may refer to policies that do not exist yet', async () => {
    assert.equal((await create({ matchResources: { resourceRules: [RULE] } })).status, 201);
  });
});
