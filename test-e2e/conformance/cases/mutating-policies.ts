import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case, Step } from '../case.js';
import { attempts, variants } from './objects.js';
import { apply, create, get, patch, remove } from './steps.js';

const API = '/apis/admissionregistration.k8s.io/v1';
const POLICIES = `${API}/mutatingadmissionpolicies`;
const BINDINGS = `${API}/mutatingadmissionpolicybindings`;
const CORE = '/api/v1/namespaces/<ns>';
const MAPS = `${CORE}/configmaps`;
const PODS = `${CORE}/pods`;
const TABLE = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } };
const ONLY = { only: ['kind', 'reason', 'message', 'details', 'code'] };
const MADE = { only: ['reason', 'message', 'details', 'data', 'spec', 'metadata.labels', 'metadata.annotations'] };
const DRY = { query: { dryRun: 'All' }, ...MADE };
const HERE = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': '<ns>' } } };
const RULE: JsonObject = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] };

const applying = (expression: string): JsonObject => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
});
const patching = (expression: string): JsonObject => ({ patchType: 'JSONPatch', jsonPatch: { expression } });
const mutations = (...all: JsonObject[]): JsonObject => ({ 'spec.mutations': all });

const POLICY: JsonObject = {
  metadata: { name: '<ns>-p' },
  spec: {
    matchConstraints: { resourceRules: [RULE] },
    reinvocationPolicy: 'Never',
    mutations: [applying('Object{}')],
  },
};
const BINDING: JsonObject = { metadata: { name: '<ns>-b' }, spec: { policyName: '<ns>-none' } };
const map = (name: string, data: JsonObject = {}): JsonObject => ({ metadata: { name }, data });

/** A policy and its binding, both with this name. It concerns objects whose names begin with it. */
function policy(name: string, spec: JsonObject, binding: JsonObject = {}): readonly Step[] {
  const { matchConstraints, ...rest } = spec;
  return [
    create(
      POLICIES,
      {
        metadata: { name: `<ns>-${name}` },
        spec: {
          matchConstraints: { ...HERE, resourceRules: [RULE], ...(matchConstraints as JsonObject | undefined) },
          matchConditions: [{ name: 'named', expression: `object.metadata.name.startsWith("${name}")` }],
          reinvocationPolicy: 'Never',
          ...rest,
        },
      },
      ONLY,
    ),
    create(BINDINGS, { metadata: { name: `<ns>-${name}` }, spec: { policyName: `<ns>-${name}`, ...binding } }, ONLY),
  ];
}

const without = (...names: string[]): readonly Step[] =>
  names.flatMap((name) => [
    remove(`${BINDINGS}/<ns>-${name}`, undefined, { only: ['status'] }),
    remove(`${POLICIES}/<ns>-${name}`, undefined, { only: ['status'] }),
  ]);

/** Waits until the server applies the policies that were created before: one that sets a label is the last of them. */
const settled: readonly Step[] = [
  ...policy('marker', { mutations: [applying('Object{metadata: Object.metadata{labels: {"marker": "yes"}}}')] }),
  create(MAPS, map('marker'), {
    query: { dryRun: 'All' },
    until: { status: 201, is: { 'metadata.labels.marker': 'yes' } },
    only: ['kind'],
  }),
];

/** MutatingAdmissionPolicies and their bindings, and what they change. */
export const mutatingPolicies: readonly Case[] = [
  {
    name: 'MutatingAdmissionPolicy: rules',
    steps: attempts(POLICIES, POLICY, [
      { 'metadata.name': 'P_' },
      { spec: null },
      { spec: {} },
      { 'spec.failurePolicy': 'Maybe' },
      { 'spec.reinvocationPolicy': null },
      { 'spec.reinvocationPolicy': 'Maybe' },
      { 'spec.paramKind': {} },
      { 'spec.matchConstraints': null },
      { 'spec.matchConstraints': {} },
      { 'spec.matchConstraints.resourceRules.0.operations': ['DELETE', 'x'] },
      { 'spec.matchConstraints.resourceRules.0': {} },
      { 'spec.matchConditions': [{ name: 'a', expression: '1' }] },
      { 'spec.variables': [{ name: 'a b', expression: 'x' }] },
      mutations(),
      mutations({}),
      mutations({ patchType: 'x' }),
      mutations({ patchType: 'JSONPatch' }),
      mutations({ patchType: 'ApplyConfiguration' }),
      mutations({ ...applying('Object{}'), patchType: 'JSONPatch' }),
      mutations({ ...applying('Object{}'), jsonPatch: { expression: '[]' } }),
      mutations(applying('')),
      mutations(patching(' ')),
      ...[
        '1',
        'object',
        '{"a": "b"}',
        'Object{',
        'Object{nothing: 1}',
        'Object{metadata: Object.metadata{labels: {"a": "b"}}}',
        'Object{metadata: Object.metadata{labels: {"a": 1}}}',
        'Object{metadata: {"labels": {"a": "b"}}}',
        'Object{spec: Object.spec{replicas: 1}}',
        'Object{spec: Object.x{replicas: 1}}',
        'Object.spec{replicas: 1}',
        'JSONPatch{op: "add"}',
        'has(object.a) ? Object{} : Object{}',
        'Object{a: variables.a}',
        'null',
      ].map((expression) => mutations(applying(expression))),
      ...[
        '1',
        '[]',
        '[1]',
        'Object{}',
        'JSONPatch{op: "add", path: "/a", value: 1}',
        '[JSONPatch{op: "add", path: "/a", value: 1}]',
        '[JSONPatch{op: "jump", path: "/a"}]',
        '[JSONPatch{op: 1}]',
        '[JSONPatch{nothing: "a"}]',
        '[JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("a/b"), value: "c"}]',
        '[JSONPatch{op: "add", path: "/metadata", value: Object.metadata{labels: {"a": "b"}}}]',
        'has(object.a) ? [] : [JSONPatch{op: "remove", path: "/a"}]',
      ].map((expression) => mutations(patching(expression))),
    ]),
  },
  {
    name: 'MutatingAdmissionPolicy: life',
    steps: [
      ...variants(POLICIES, POLICY, 'spec', [
        {},
        { 'spec.failurePolicy': 'Ignore', 'spec.reinvocationPolicy': 'IfNeeded' },
        { 'spec.matchConstraints.matchPolicy': 'Exact' },
        {
          'spec.paramKind': { apiVersion: 'v1', kind: 'ConfigMap' },
          'spec.variables': [{ name: 'a', expression: '1' }],
        },
        mutations(patching('[JSONPatch{op: "remove", path: "/a"}]'), applying('Object{}')),
      ]),
      create(POLICIES, POLICY),
      get(`${POLICIES}/<ns>-p`, TABLE),
      patch(`${POLICIES}/<ns>-p`, 'merge', { spec: { failurePolicy: 'Ignore' } }),
      patch(`${POLICIES}/<ns>-p`, 'merge', { spec: { reinvocationPolicy: 'x' } }),
      patch(`${POLICIES}/<ns>-p`, 'strategic', { spec: { variables: [{ name: 'v', expression: '1' }] } }),
      apply(`${POLICIES}/<ns>-p`, 'ann', {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'MutatingAdmissionPolicy',
        metadata: { name: '<ns>-p' },
        spec: { variables: [{ name: 'w', expression: '2' }] },
      }),
      get(`${POLICIES}/<ns>-p/status`),
      remove(`${POLICIES}/<ns>-p`),
      ...attempts(BINDINGS, BINDING, [
        { 'metadata.name': 'B_' },
        { spec: null },
        { 'spec.policyName': 'P_' },
        { 'spec.paramRef': {} },
        { 'spec.paramRef': { name: 'a', parameterNotFoundAction: 'x' } },
        { 'spec.matchResources': { resourceRules: [{ ...RULE, operations: ['DELETE'] }] } },
      ]),
      create(BINDINGS, BINDING),
      get(`${BINDINGS}/<ns>-b`, TABLE),
      patch(`${BINDINGS}/<ns>-b`, 'merge', { spec: { matchResources: {} } }),
      remove(`${BINDINGS}/<ns>-b`),
      get(BINDINGS, { as: 'unprivileged' }),
    ],
  },
  {
    name: 'mutating policies: changes of objects',
    steps: [
      ...policy('labels', {
        mutations: [
          applying(
            'Object{metadata: Object.metadata{labels: {"a": "new", "by/policy": string(object.metadata.name)}}}',
          ),
        ],
      }),
      ...policy('data', {
        variables: [{ name: 'count', expression: 'object.?data.orValue({}).size()' }],
        mutations: [
          patching('[JSONPatch{op: "add", path: "/data/count", value: string(variables.count)}]'),
          applying('Object{data: {"seen": string(object.data.size())}}'),
        ],
      }),
      ...policy('escaped', {
        mutations: [
          patching(
            '[JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("a/b"), value: "d"}, JSONPatch{op: "test", path: "/data/k", value: "v"}, JSONPatch{op: "copy", from: "/data/k", path: "/data/copy"}, JSONPatch{op: "move", from: "/data/m", path: "/data/moved"}, JSONPatch{op: "replace", path: "/data/r", value: "new"}, JSONPatch{op: "remove", path: "/data/k"}]',
          ),
        ],
      }),
      ...policy('pods', {
        matchConstraints: { resourceRules: [{ ...RULE, resources: ['pods'] }] },
        mutations: [
          applying(
            'Object{spec: Object.spec{initContainers: [Object.spec.initContainers{name: "sidecar", image: "s", restartPolicy: "Always"}], containers: [Object.spec.containers{name: "c", env: [Object.spec.containers.env{name: "E", value: "1"}]}]}}',
          ),
        ],
      }),
      ...policy('first', {
        reinvocationPolicy: 'IfNeeded',
        mutations: [
          applying('Object{metadata: Object.metadata{annotations: {"first": string(has(object.metadata.labels))}}}'),
        ],
      }),
      ...policy('no', {
        mutations: [applying('Object{}'), patching('has(object.x) ? [JSONPatch{op: "remove", path: "/x"}] : []')],
      }),
      ...settled,
      create(MAPS, { metadata: { name: 'labels', labels: { a: 'old', c: 'd' } } }, DRY),
      create(MAPS, map('labels'), DRY),
      create(MAPS, map('data', { a: 'b' }), DRY),
      create(MAPS, { metadata: { name: 'escaped', labels: {} }, data: { k: 'v', m: 'n', r: 's' } }, DRY),
      create(MAPS, { metadata: { name: 'escaped', labels: { a: 'b' } }, data: { k: 'v', m: 'n', r: 's' } }, DRY),
      create(
        PODS,
        { metadata: { name: 'pods' }, spec: { containers: [{ name: 'c', image: 'i' }] } },
        {
          query: { dryRun: 'All' },
          only: ['message', 'spec.containers', 'spec.initContainers'],
        },
      ),
      create(MAPS, map('first'), DRY),
      create(MAPS, map('no', { a: 'b' }), DRY),
      create(MAPS, map('labels'), { only: ['metadata.labels', 'metadata.managedFields'] }),
      patch(`${MAPS}/labels`, 'merge', { metadata: { labels: { a: 'changed' } } }, MADE),
      ...without('labels', 'data', 'escaped', 'pods', 'first', 'no', 'marker'),
    ],
  },
  {
    name: 'mutating policies: failures',
    steps: [
      ...policy('evaluates', { mutations: [applying('Object{data: {"a": object.data.nothing}}')] }),
      ...policy('ignored', {
        failurePolicy: 'Ignore',
        mutations: [applying('Object{data: {"a": object.data.nothing}}'), applying('Object{data: {"b": "c"}}')],
      }),
      ...policy('missing-path', { mutations: [patching('[JSONPatch{op: "remove", path: "/data/nothing"}]')] }),
      ...policy('test-fails', { mutations: [patching('[JSONPatch{op: "test", path: "/data/a", value: "x"}]')] }),
      ...policy('bad-op', { mutations: [patching('[JSONPatch{op: "jump", path: "/data/a"}]')] }),
      ...policy('no-value', { mutations: [patching('[JSONPatch{op: "add", path: "/data/a"}]')] }),
      ...policy('bad-type', { mutations: [patching('[JSONPatch{op: "add", path: "/data", value: [1, 2]}]')] }),
      ...policy('unknown-field', { mutations: [patching('[JSONPatch{op: "add", path: "/nothing", value: "a"}]')] }),
      ...policy('renames', { mutations: [patching('[JSONPatch{op: "replace", path: "/metadata/name", value: "b"}]')] }),
      ...policy('kind', { mutations: [patching('[JSONPatch{op: "replace", path: "/kind", value: "Secret"}]')] }),
      ...policy('invalid', {
        mutations: [patching('[JSONPatch{op: "add", path: "/metadata/labels", value: {"a b": "c"}}]')],
      }),
      ...policy('applies-name', { mutations: [applying('Object{metadata: Object.metadata{name: "other"}}')] }),
      ...policy('applies-kind', { mutations: [applying('Object{kind: "Secret"}')] }),
      ...policy('applies-number', { mutations: [applying('Object{data: {"a": 1}}')] }),
      ...policy('condition', {
        matchConditions: [
          { name: 'named', expression: 'object.metadata.name.startsWith("condition")' },
          { name: 'fails', expression: 'object.data.nothing == "a"' },
        ],
        mutations: [applying('Object{}')],
      }),
      ...settled,
      ...[
        'evaluates',
        'ignored',
        'missing-path',
        'test-fails',
        'bad-op',
        'no-value',
        'bad-type',
        'unknown-field',
        'renames',
        'kind',
        'invalid',
        'applies-name',
        'applies-kind',
        'applies-number',
        'condition',
      ].map((name) => create(MAPS, map(name, { a: 'b' }), DRY)),
      ...without(
        'evaluates',
        'ignored',
        'missing-path',
        'test-fails',
        'bad-op',
        'no-value',
        'bad-type',
        'unknown-field',
        'renames',
        'kind',
        'invalid',
        'applies-name',
        'applies-kind',
        'applies-number',
        'condition',
        'marker',
      ),
    ],
  },
  {
    name: 'mutating policies: parameters',
    steps: [
      create(MAPS, { metadata: { name: 'one', labels: { role: 'param' } }, data: { a: '1' } }, ONLY),
      create(MAPS, { metadata: { name: 'two', labels: { role: 'param' } }, data: { b: '2' } }, ONLY),
      ...policy(
        'named',
        {
          paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
          mutations: [applying('Object{data: {"a": params.data.a, "from": params.metadata.name}}')],
        },
        { paramRef: { name: 'one', parameterNotFoundAction: 'Deny' } },
      ),
      create(MAPS, map('named'), { ...DRY, until: { status: 201, is: { 'data.a': '1' } } }),
      ...policy(
        'selected',
        {
          paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
          mutations: [patching('[JSONPatch{op: "add", path: "/data/" + params.metadata.name, value: "x"}]')],
        },
        { paramRef: { selector: { matchLabels: { role: 'param' } }, parameterNotFoundAction: 'Deny' } },
      ),
      create(MAPS, map('selected', { k: 'v' }), { ...DRY, until: { status: 201, is: { 'data.one': 'x' } } }),
      ...without('named', 'selected'),
      ...policy(
        'missing',
        {
          paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
          mutations: [applying('Object{data: {"a": params.data.a}}')],
        },
        { paramRef: { name: 'none', parameterNotFoundAction: 'Deny' } },
      ),
      create(MAPS, map('missing'), { ...DRY, until: { status: 403 } }),
      ...without('missing'),
    ],
  },
];
