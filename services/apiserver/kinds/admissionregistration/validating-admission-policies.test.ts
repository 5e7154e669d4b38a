import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { refusals } from '../../registry/conformance.test.helper.js';

const GROUP = '/apis/admissionregistration.k8s.io/v1';
const MERGE = { 'content-type': 'application/merge-patch+json' };
const RULE = { operations: ['CREATE'], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] };
const SPEC: JsonObject = {
  matchConstraints: { resourceRules: [RULE] },
  validations: [{ expression: 'object.spec.replicas <= 5' }],
};

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.close());
let count = 0;

describe('validatingadmissionpolicies', () => {
  const path = `${GROUP}/validatingadmissionpolicies`;
  const create = (spec: JsonObject, metadata: JsonObject = { name: `p${++count}` }) =>
    api.request('POST', path, { body: { metadata, spec: { ...SPEC, ...spec } } });
  const patch = (name: string, spec: JsonObject) =>
    api.request('PATCH', `${path}/${name}`, { body: { spec }, headers: MERGE });

  const UNDECLARED =
    "compilation failed: ERROR: <input>:1:1: undeclared reference to 'x' (in container '')\n | x\n | ^";
  const WRONG: readonly (readonly [what: string, spec: JsonObject, errors: readonly string[]])[] = [
    [
      'another failure policy',
      { failurePolicy: 'Other' },
      ['FieldValueNotSupported spec.failurePolicy: Unsupported value: "Other": supported values: "Fail", "Ignore"'],
    ],
    ['no constraints', { matchConstraints: null }, ['FieldValueRequired spec.matchConstraints: Required value']],
    [
      'no rules',
      { matchConstraints: { matchPolicy: 'Fuzzy' } },
      [
        'FieldValueNotSupported spec.matchConstraints.matchPolicy: Unsupported value: "Fuzzy": supported values: "Equivalent", "Exact"',
        'FieldValueRequired spec.matchConstraints.resourceRules: Required value',
      ],
    ],
    [
      'wrong rules and selectors',
      {
        matchConstraints: {
          namespaceSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] },
          resourceRules: [{ ...RULE, resourceNames: ['a/b', 'c', 'c'] }],
          excludeResourceRules: [{ ...RULE, operations: [] }],
        },
      },
      [
        "FieldValueRequired spec.matchConstraints.namespaceSelector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
        `FieldValueInvalid spec.matchConstraints.resourceRules[0].resourceNames[0]: Invalid value: "a/b": may not contain '/'`,
        'FieldValueDuplicate spec.matchConstraints.resourceRules[0].resourceNames[2]: Duplicate value: "c"',
        'FieldValueRequired spec.matchConstraints.excludeResourceRules[0].operations: Required value',
      ],
    ],
    [
      'an empty kind of parameters',
      { paramKind: {} },
      [
        'FieldValueRequired spec.paramKind.apiVersion: Required value',
        'FieldValueRequired spec.paramKind.kind: Required value',
      ],
    ],
    [
      'a long version of parameters',
      { paramKind: { apiVersion: 'a/b/c', kind: 'ConfigMap' } },
      ['FieldValueInvalid spec.paramKind.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c'],
    ],
    [
      'no version of parameters',
      { paramKind: { apiVersion: 'example.com/', kind: 'A' } },
      ['FieldValueInvalid spec.paramKind.apiVersion: Invalid value: "example.com/": version must be specified'],
    ],
    [
      'nothing to validate',
      { validations: [] },
      ['validations', 'auditAnnotations'].map(
        (field) =>
          `FieldValueRequired spec.${field}: Required value: validations or auditAnnotations must contain at least one item`,
      ),
    ],
    [
      'wrong match conditions',
      {
        matchConditions: [
          { name: '', expression: ' ' },
          { name: 'a b', expression: ' x ' },
        ],
      },
      [
        'FieldValueRequired spec.matchConditions[0].expression: Required value',
        'FieldValueRequired spec.matchConditions[0].name: Required value',
        `FieldValueInvalid spec.matchConditions[1].expression: Invalid value: "x": ${UNDECLARED}`,
        `FieldValueInvalid spec.matchConditions[1].name: Invalid value: "a b": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
      ],
    ],
    [
      'a match condition that reads variables',
      { variables: [{ name: 'v', expression: '1' }], matchConditions: [{ name: 'a', expression: 'variables.v == 1' }] },
      [
        "FieldValueInvalid spec.matchConditions[0].expression: Invalid value: \"variables.v == 1\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')\n | variables.v == 1\n | ^",
      ],
    ],
    [
      'wrong variables',
      {
        variables: [
          { name: ' ', expression: '1' },
          { name: 'for', expression: ' ' },
          { name: 'v', expression: 'x' },
        ],
        validations: [{ expression: 'variables.v == 1' }],
      },
      [
        'FieldValueRequired spec.variables[0].name: Required value: name is not specified',
        'FieldValueInvalid spec.variables[1].name: Invalid value: "for": must be a valid CEL identifier',
        'FieldValueRequired spec.variables[1].expression: Required value: expression is not specified',
        `FieldValueInvalid spec.variables[2].expression: Invalid value: "x": ${UNDECLARED}`,
      ],
    ],
    [
      'wrong validations',
      {
        validations: [
          { expression: ' ' },
          { expression: '1', message: ' ', messageExpression: ' ', reason: 'NotFound' },
          { expression: 'object.ready', message: 'a\nb', messageExpression: 'authorizer' },
          { expression: 'params == null' },
        ],
      },
      [
        'FieldValueRequired spec.validations[0].expression: Required value: expression is not specified',
        'FieldValueInvalid spec.validations[1].expression: Invalid value: "1": must evaluate to bool but got int',
        'FieldValueInvalid spec.validations[1].messageExpression: Invalid value: " ": must be non-empty if specified',
        'FieldValueInvalid spec.validations[1].message: Invalid value: " ": must be non-empty if specified',
        'FieldValueNotSupported spec.validations[1].reason: Unsupported value: "NotFound": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
        'FieldValueInvalid spec.validations[2].expression: Invalid value: "object.ready": must evaluate to bool but got dyn',
        "FieldValueInvalid spec.validations[2].messageExpression: Invalid value: \"authorizer\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'authorizer' (in container '')\n | authorizer\n | ^",
        'FieldValueInvalid spec.validations[2].message: Invalid value: "a\\nb": must not contain line breaks',
        "FieldValueInvalid spec.validations[3].expression: Invalid value: \"params == null\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')\n | params == null\n | ^",
      ],
    ],
    [
      'wrong annotations',
      {
        auditAnnotations: [
          { key: 'a', valueExpression: ' ' },
          { key: 'a', valueExpression: '1' },
          { key: 'b', valueExpression: `"${'c'.repeat(5119)}"` },
          { key: 'c', valueExpression: 'request.name == "" ? null : request.name' },
        ],
      },
      [
        'FieldValueRequired spec.auditAnnotations[0].valueExpression: Required value: valueExpression is not specified',
        'FieldValueInvalid spec.auditAnnotations[1].valueExpression: Invalid value: "1": must evaluate to one of [string null_type] but got int',
        'FieldValueDuplicate spec.auditAnnotations[1].key: Duplicate value: "a"',
        'FieldValueRequired spec.auditAnnotations[2].valueExpression: Required value: must not exceed 5120 bytes in length',
        `FieldValueInvalid spec.auditAnnotations[3].valueExpression: Invalid value: "request.name == \\"\\" ? null : request.name": compilation failed: ERROR: <input>:1:20: found no matching overload for '_?_:_' applied to '(bool, null, string)'\n | request.name == "" ? null : request.name\n | ...................^`,
      ],
    ],
  ];
  for (const [what, spec, errors] of WRONG) {
    it(`refuse ${what}`, async () => assert.deepEqual(refusals(await create(spec)), errors));
  }

  it('have parameters, variables, conditions, and types of results', async () => {
    const { status, message } = await create({
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      variables: [
        { name: 'limit', expression: 'int(params.data.limit)' },
        { name: 'over', expression: 'object.spec.replicas > variables.limit' },
      ],
      matchConditions: [
        { name: 'a', expression: 'params != null && authorizer.requestResource.check("get").allowed()' },
      ],
      validations: [
        {
          expression: '!variables.over',
          messageExpression: '"at most " + string(variables.limit)',
          reason: 'Forbidden',
        },
      ],
      auditAnnotations: [
        { key: 'over', valueExpression: 'variables.over ? "yes" : ""' },
        { key: 'no', valueExpression: 'null' },
      ],
    });
    assert.equal(status, 201, message);
  });

  it('tolerate unchanged match conditions', async () => {
    const name = `p${++count}`;
    await create({ matchConditions: [{ name: 'a', expression: 'request.name == "b"' }] }, { name });
    const { status, json } = await patch(name, { failurePolicy: 'Ignore' });
    assert.equal(status, 200);
    assert.equal((json['metadata'] as JsonObject)['generation'], 2);
  });

  it('have a status of their own', async () => {
    const name = `p${++count}`;
    await create({}, { name });
    const status = {
      observedGeneration: 1,
      typeChecking: { expressionWarnings: [{ fieldRef: 'spec.a', warning: 'b' }] },
    };
    const put = (value: JsonObject) =>
      api.request('PATCH', `${path}/${name}/status`, { body: { status: value }, headers: MERGE });
    assert.equal((await put(status)).status, 200);
    const found = refusals(await put({ typeChecking: { expressionWarnings: [{ fieldRef: ' ', warning: '' }] } }));
    const at = 'status.typeChecking.expressionWarnings[0]';
    assert.deepEqual(found, [
      `FieldValueRequired ${at}.warning: Required value`,
      `FieldValueRequired ${at}.fieldRef: Required value`,
    ]);
  });
});

describe('validatingadmissionpolicybindings', () => {
  const path = `${GROUP}/validatingadmissionpolicybindings`;
  const create = (spec: JsonObject) =>
    api.request('POST', path, {
      body: { metadata: { name: `b${++count}` }, spec: { policyName: 'p', validationActions: ['Deny'], ...spec } },
    });
  const PARAMS = { name: 'a', parameterNotFoundAction: 'Deny' };
  const WRONG: readonly (readonly [what: string, spec: JsonObject, errors: readonly string[]])[] = [
    ['no policy', { policyName: '' }, ['FieldValueRequired spec.policyName: Required value']],
    [
      'no actions',
      { validationActions: [] },
      ['FieldValueRequired spec.validationActions: Required value: at least one validation action is required'],
    ],
    [
      'wrong actions',
      { validationActions: ['Deny', 'Warn', 'Shout'] },
      [
        'FieldValueNotSupported spec.validationActions[2]: Unsupported value: "Shout": supported values: "Audit", "Deny", "Warn"',
        'FieldValueInvalid spec.validationActions: Invalid value: ["Deny","Warn","Shout"]: must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
      ],
    ],
    [
      'name and selector',
      { paramRef: { ...PARAMS, selector: {} } },
      ['name', 'selector'].map(
        (field) => `FieldValueForbidden spec.paramRef.${field}: Forbidden: name and selector are mutually exclusive`,
      ),
    ],
    [
      'empty parameters',
      { paramRef: {} },
      [
        'FieldValueRequired spec.paramRef: Required value: one of name or selector must be specified',
        'FieldValueRequired spec.paramRef.parameterNotFoundAction: Required value',
      ],
    ],
    [
      'another action',
      { paramRef: { ...PARAMS, parameterNotFoundAction: 'Ask' } },
      [
        'FieldValueNotSupported spec.paramRef.parameterNotFoundAction: Unsupported value: "Ask": supported values: "Deny", "Allow"',
      ],
    ],
    [
      'wrong rules',
      { matchResources: { resourceRules: [{ ...RULE, apiGroups: [] }] } },
      ['FieldValueRequired spec.matchResources.resourceRules[0].apiGroups: Required value'],
    ],
  ];
  for (const [what, spec, errors] of WRONG) {
    it(`refuse ${what}`, async () => assert.deepEqual(refusals(await create(spec)), errors));
  }

  it('need no rules', async () => {
    const { status } = await create({ paramRef: PARAMS, matchResources: { namespaceSelector: {} } });
    assert.equal(status, 201);
  });
});
