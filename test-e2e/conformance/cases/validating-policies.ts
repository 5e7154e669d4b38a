import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { attempts, variants } from './objects.js';
import { apply, create, get, patch, remove, update } from './steps.js';

const API = '/apis/admissionregistration.k8s.io/v1';
const POLICIES = `${API}/validatingadmissionpolicies`;
const BINDINGS = `${API}/validatingadmissionpolicybindings`;
const TABLE = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } };
const RULE: JsonObject = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] };
const POLICY: JsonObject = {
  metadata: { name: '<ns>-p' },
  spec: { matchConstraints: { resourceRules: [RULE] }, validations: [{ expression: 'true' }] },
};
const BINDING: JsonObject = {
  metadata: { name: '<ns>-b' },
  spec: { policyName: '<ns>-none', validationActions: ['Deny'] },
};
const FIRST_RULE = 'spec.matchConstraints.resourceRules.0';
const EXPRESSION = 'spec.validations.0.expression';
const MESSAGE = 'spec.validations.0.messageExpression';
const EXPRESSIONS = [
  '',
  ' ',
  '1',
  '"a"',
  'true ||',
  'x',
  'object.x ==',
  'object.spec.replicas > 1',
  'object.a.b.c == "x" && oldObject == null',
  'params.a == "b"',
  'request.nothing == "x"',
  'request.userInfo.username == 1',
  'request.operation == "CREATE"',
  'request.kind.group == "" && request.resource.resource == "configmaps"',
  'request.dryRun ? request.namespace == "a" : request.name == "b"',
  'namespaceObject.metadata.labels["a"] == "b"',
  'namespaceObject.spec.finalizers.size() > 0',
  'namespaceObject.nothing == "x"',
  'authorizer.group("apps").resource("deployments").check("create").allowed()',
  'authorizer.path("/healthz").check("get").allowed()',
  'authorizer.requestResource.check("create").allowed()',
  'authorizer.group("apps").check("create")',
  'variables.a == 1',
  'has(object.a) && has(object.a.b)',
  'object.?a.b.orValue("c") == "c"',
  'object.metadata.name.matches("[")',
  'object.metadata.name.lowerAscii() == "a"',
  'quantity("1Gi").isGreaterThan(quantity("1Mi"))',
  'ip("10.0.0.1").family() == 4',
  'object.a.all(x, object.a.all(y, object.a.all(z, x == y && y == z)))',
  'object.metadata.labels.all(k, k.startsWith("a"))',
  'nothing()',
  'self.a == 1',
  '[1, 2].sum() == 3',
  'isURL("a")',
  'format.dns1123Label().validate("A").hasValue()',
  'object.metadata.name == \n"a"',
];

/** ValidatingAdmissionPolicies and their bindings, as objects. */
export const validatingPolicies: readonly Case[] = [
  {
    name: 'ValidatingAdmissionPolicy: rules',
    steps: attempts(POLICIES, POLICY, [
      { 'metadata.name': 'P_' },
      { 'metadata.name': null },
      { spec: null },
      { spec: {} },
      { 'spec.failurePolicy': '' },
      { 'spec.failurePolicy': 'Maybe' },
      { 'spec.paramKind': {} },
      { 'spec.paramKind': { apiVersion: 'a/b/c', kind: 'K' } },
      { 'spec.paramKind': { apiVersion: 'A_/v1', kind: 'K_' } },
      { 'spec.paramKind': { apiVersion: 'apps/', kind: 'Kind.x' } },
      { 'spec.paramKind': { apiVersion: 'apps/1', kind: '1' } },
      { 'spec.matchConstraints': null },
      { 'spec.matchConstraints': {} },
      { 'spec.matchConstraints.matchPolicy': 'x' },
      { 'spec.matchConstraints.namespaceSelector': { matchLabels: { 'a b': 'c d' } } },
      { 'spec.matchConstraints.objectSelector': { matchExpressions: [{ key: 'a', operator: 'x' }] } },
      { 'spec.matchConstraints.excludeResourceRules': [{}] },
      { [FIRST_RULE]: {} },
      { [FIRST_RULE]: { ...RULE, operations: ['*', 'CREATE'] } },
      { [FIRST_RULE]: { ...RULE, operations: ['GET', 'create'] } },
      { [FIRST_RULE]: { ...RULE, apiGroups: ['*', 'apps'], apiVersions: ['*', 'v1', ''] } },
      { [FIRST_RULE]: { ...RULE, resources: ['*', 'pods'] } },
      { [FIRST_RULE]: { ...RULE, resources: ['*/*', 'pods/status', 'pods'] } },
      { [FIRST_RULE]: { ...RULE, resources: ['pods/*', 'pods/status', ''] } },
      { [FIRST_RULE]: { ...RULE, resources: ['*/scale', 'deployments/scale'] } },
      { [FIRST_RULE]: { ...RULE, scope: 'x' } },
      { [FIRST_RULE]: { ...RULE, resourceNames: ['a', 'a', 'b/c', ''] } },
      { 'spec.validations': [] },
      { 'spec.validations': [{}] },
      { 'spec.validations.0.message': ' ' },
      { 'spec.validations.0.message': 'a\nb' },
      { 'spec.validations.0.reason': 'NotFound' },
      { 'spec.validations.0.reason': '' },
      { [MESSAGE]: ' ' },
      { [MESSAGE]: '1' },
      { [MESSAGE]: '"a" +' },
      { [MESSAGE]: '"a: " + object.metadata.name' },
      { [MESSAGE]: 'string(authorizer.path("/").check("get").allowed())' },
      { [MESSAGE]: 'params.a', 'spec.paramKind': { apiVersion: 'v1', kind: 'ConfigMap' } },
      { 'spec.matchConditions': [{}] },
      { 'spec.matchConditions': [{ name: 'a b', expression: '1' }] },
      {
        'spec.matchConditions': [
          { name: 'a', expression: 'true' },
          { name: 'a', expression: 'params.a == "b"' },
        ],
      },
      { 'spec.matchConditions': Array.from({ length: 65 }, (_, index) => ({ name: `c${index}`, expression: 'true' })) },
      { 'spec.matchConditions': [{ name: 'a', expression: 'variables.a' }] },
      { 'spec.variables': [{}] },
      { 'spec.variables': [{ name: 'a b', expression: '1' }] },
      { 'spec.variables': [{ name: 'in', expression: '1' }] },
      { 'spec.variables': [{ name: 'a', expression: 'x' }] },
      { 'spec.variables': [{ name: 'a', expression: ' ' }] },
      {
        'spec.variables': [
          { name: 'a', expression: '1' },
          { name: 'a', expression: '2' },
        ],
      },
      {
        'spec.variables': [
          { name: 'a', expression: 'variables.b' },
          { name: 'b', expression: '2' },
        ],
      },
      { 'spec.variables': [{ name: 'a', expression: '1' }], [EXPRESSION]: 'variables.a == "x"' },
      { 'spec.variables': [{ name: 'a', expression: '1' }], [EXPRESSION]: 'variables.b == 1' },
      { 'spec.variables': [{ name: 'a', expression: '1' }], [EXPRESSION]: 'variables.a == 1' },
      { 'spec.auditAnnotations': [{}] },
      { 'spec.auditAnnotations': [{ key: 'a b', valueExpression: '1' }] },
      { 'spec.auditAnnotations': [{ key: 'a', valueExpression: ' ' }] },
      { 'spec.auditAnnotations': [{ key: 'a', valueExpression: 'x' }] },
      {
        'spec.auditAnnotations': [
          { key: 'a', valueExpression: '"b"' },
          { key: 'a', valueExpression: 'null' },
        ],
      },
      { 'spec.validations': null, 'spec.auditAnnotations': [{ key: 'a', valueExpression: '"b"' }] },
    ]),
  },
  {
    name: 'ValidatingAdmissionPolicy: expressions',
    steps: [
      ...attempts(
        POLICIES,
        POLICY,
        EXPRESSIONS.map((text) => ({ [EXPRESSION]: text })),
      ),
      ...attempts(
        POLICIES,
        { ...POLICY, spec: { ...(POLICY['spec'] as JsonObject), paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } } },
        ['params.data.a == "b"', 'params == null', 'params.x()'].map((text) => ({ [EXPRESSION]: text })),
      ),
    ],
  },
  {
    name: 'ValidatingAdmissionPolicy: life',
    steps: [
      ...variants(POLICIES, POLICY, 'spec', [
        {},
        { 'spec.failurePolicy': 'Ignore', 'spec.matchConstraints.matchPolicy': 'Exact' },
        { [FIRST_RULE]: { ...RULE, scope: 'Namespaced', resourceNames: ['a'] } },
        { 'spec.matchConstraints.excludeResourceRules': [{ ...RULE, resourceNames: ['b'] }] },
        {
          'spec.paramKind': { apiVersion: 'v1', kind: 'ConfigMap' },
          'spec.variables': [{ name: 'a', expression: '1' }],
        },
        { 'spec.validations': [{ expression: 'false', message: 'no', reason: 'Forbidden' }] },
        { 'spec.validations': [{ expression: 'false', messageExpression: '"no"' }] },
      ]),
      create(POLICIES, { ...POLICY, status: { observedGeneration: 7 } }),
      get(`${POLICIES}/<ns>-p`, TABLE),
      patch(`${POLICIES}/<ns>-p`, 'merge', { spec: { failurePolicy: 'Ignore' } }),
      patch(`${POLICIES}/<ns>-p`, 'merge', { spec: { validations: [{ expression: 'x' }] } }),
      patch(`${POLICIES}/<ns>-p`, 'strategic', {
        spec: { matchConditions: [{ name: 'a', expression: 'true' }], variables: [{ name: 'v', expression: '1' }] },
      }),
      patch(`${POLICIES}/<ns>-p`, 'strategic', {
        spec: {
          matchConditions: [
            { name: 'a', expression: 'false' },
            { name: 'b', expression: 'true' },
          ],
        },
      }),
      patch(`${POLICIES}/<ns>-p/status`, 'merge', {
        spec: { failurePolicy: 'Fail' },
        status: {
          observedGeneration: 2,
          typeChecking: { expressionWarnings: [{ fieldRef: 'spec.validations[0].expression', warning: 'careful' }] },
          conditions: [
            {
              type: 'Ready',
              status: 'True',
              reason: 'Fine',
              message: 'm',
              lastTransitionTime: '2026-01-01T00:00:00Z',
            },
          ],
        },
      }),
      patch(`${POLICIES}/<ns>-p/status`, 'merge', {
        status: {
          typeChecking: { expressionWarnings: [{ fieldRef: 'a[', warning: '' }, {}] },
          conditions: [{ type: '', status: 'x', reason: '1', message: '' }],
        },
      }),
      update(`${POLICIES}/<ns>-p`, POLICY),
      apply(`${POLICIES}/<ns>-p`, 'ann', {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingAdmissionPolicy',
        metadata: { name: '<ns>-p' },
        spec: { matchConstraints: { resourceRules: [RULE] }, variables: [{ name: 'w', expression: '2' }] },
      }),
      get(POLICIES, { query: { fieldSelector: 'metadata.name=<ns>-none' }, only: ['items'] }),
      get(`${POLICIES}/<ns>-none`),
      remove(`${POLICIES}/<ns>-p`),
      get(POLICIES, { as: 'unprivileged' }),
    ],
  },
  {
    name: 'ValidatingAdmissionPolicyBinding',
    steps: [
      ...attempts(BINDINGS, BINDING, [
        { 'metadata.name': 'B_' },
        { spec: null },
        { 'spec.policyName': null },
        { 'spec.policyName': 'P_' },
        { 'spec.validationActions': null },
        { 'spec.validationActions': [] },
        { 'spec.validationActions': ['Deny', 'Warn'] },
        { 'spec.validationActions': ['Warn', 'Warn'] },
        { 'spec.validationActions': ['Maybe'] },
        { 'spec.validationActions': [''] },
        { 'spec.paramRef': {} },
        { 'spec.paramRef': { name: 'a' } },
        { 'spec.paramRef': { name: 'a/b', parameterNotFoundAction: 'Maybe' } },
        { 'spec.paramRef': { name: 'a', selector: {}, parameterNotFoundAction: 'Deny' } },
        { 'spec.paramRef': { selector: { matchLabels: { 'a b': 'c' } }, parameterNotFoundAction: 'Allow' } },
        { 'spec.matchResources': { resourceRules: [{}], matchPolicy: 'x' } },
        { 'spec.matchResources': { namespaceSelector: { matchLabels: { a: 'b c' } } } },
      ]),
      ...variants(BINDINGS, BINDING, 'spec', [
        {},
        { 'spec.validationActions': ['Warn', 'Audit'] },
        { 'spec.paramRef': { name: 'a', namespace: 'b', parameterNotFoundAction: 'Deny' } },
        { 'spec.paramRef': { selector: {}, parameterNotFoundAction: 'Allow' } },
        { 'spec.matchResources': {} },
        { 'spec.matchResources': { resourceRules: [RULE], excludeResourceRules: [RULE], matchPolicy: 'Exact' } },
      ]),
      create(BINDINGS, BINDING),
      get(`${BINDINGS}/<ns>-b`, TABLE),
      patch(`${BINDINGS}/<ns>-b`, 'merge', { spec: { paramRef: { name: 'a', parameterNotFoundAction: 'Deny' } } }),
      get(`${BINDINGS}/<ns>-b`, TABLE),
      patch(`${BINDINGS}/<ns>-b`, 'merge', { spec: { policyName: 'P_' } }),
      patch(`${BINDINGS}/<ns>-b`, 'merge', { spec: { validationActions: ['Audit'] } }),
      apply(`${BINDINGS}/<ns>-b`, 'ann', {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingAdmissionPolicyBinding',
        metadata: { name: '<ns>-b' },
        spec: { validationActions: ['Warn'] },
      }),
      get(`${BINDINGS}/<ns>-b/status`),
      remove(`${BINDINGS}/<ns>-b`),
    ],
  },
];
