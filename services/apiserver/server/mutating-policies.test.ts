import assert from 'node:assert/strict';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { createLogger } from '@pilothouse/runtime/logging/logger.js';
import { startTestApi, type TestApi, type TestResponse } from './api.test.helper.js';

const GROUP = '/apis/admissionregistration.k8s.io/v1';
const MAPS = '/api/v1/namespaces/default/configmaps';
const RULE = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['configmaps'] };

const apply = (expression: string): JsonObject => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
});
const json = (expression: string): JsonObject => ({ patchType: 'JSONPatch', jsonPatch: { expression } });
/** Adds a label. */
const labelled = (name: string, value: string): JsonObject =>
  apply(`Object{metadata: Object.metadata{labels: {"${name}": ${value}}}}`);
const missing = { spec: {}, binding: {} };

interface Policy {
  readonly spec?: JsonObject;
  readonly binding?: JsonObject;
}

describe('mutating policies', () => {
  let api: TestApi;
  let count = 0;
  const policies: string[] = [];
  before(async () => void (api = await startTestApi({ logger: createLogger(0, { write() {} }) })));
  after(() => api.close());
  afterEach(async () => {
    for (const name of policies.splice(0)) {
      for (const kind of ['mutatingadmissionpolicies', 'mutatingadmissionpolicybindings']) {
        await api.request('DELETE', `${GROUP}/${kind}/${name}`);
      }
    }
  });

  async function post(path: string, body: JsonObject): Promise<TestResponse> {
    const response = await api.request('POST', path, { body });
    return response;
  }

  /** Creates a policy with a binding; `mutations` are its changes. */
  async function policy(mutations: readonly JsonObject[], { spec, binding }: Policy = missing): Promise<string> {
    const name = `p${String(++count).padStart(3, '0')}`;
    const own = {
      matchConstraints: { resourceRules: [RULE] },
      reinvocationPolicy: 'Never',
      mutations: [...mutations],
      ...spec,
    };
    const created = await post(`${GROUP}/mutatingadmissionpolicies`, { metadata: { name }, spec: own });
    assert.equal(created.status, 201, created.message);
    const bound = await post(`${GROUP}/mutatingadmissionpolicybindings`, {
      metadata: { name },
      spec: { policyName: name, ...binding },
    });
    assert.equal(bound.status, 201, bound.message);
    policies.push(name);
    return name;
  }

  const newMap = (metadata: JsonObject = {}, data: JsonObject = {}) =>
    post(MAPS, { metadata: { name: `m${++count}`, ...metadata }, data });
  const labelsOf = ({ json: object }: TestResponse) =>
    (plain(object) as { metadata: { labels?: unknown } }).metadata.labels;

  it('run in the order of their names, each with the changes of those before', async () => {
    await policy([labelled('a', '"1"'), labelled('b', 'object.metadata.labels.a + "2"')]);
    await policy([json('[JSONPatch{op: "add", path: "/metadata/labels/c", value: object.metadata.labels.b + "3"}]')]);
    assert.deepEqual(labelsOf(await newMap()), { a: '1', b: '12', c: '123' });
  });

  it('see old objects, requests and permissions, and match by conditions', async () => {
    await policy(
      [labelled('old', 'oldObject == null ? "none" : oldObject.data.a'), labelled('by', 'request.userInfo.username')],
      { spec: { matchConditions: [{ name: 'c', expression: 'object.data.a != "skip"' }] } },
    );
    const created = await newMap({}, { a: 'x' });
    assert.deepEqual(labelsOf(created), { by: 'admin', old: 'none' });
    const { name } = created.json['metadata'] as { name: string };
    const updated = await api.request('PUT', `${MAPS}/${name}`, { body: { metadata: { name }, data: { a: 'y' } } });
    assert.deepEqual(labelsOf(updated), { by: 'admin', old: 'x' });
    assert.equal(labelsOf(await newMap({}, { a: 'skip' })), undefined);
  });

  it('are evaluated with each parameter', async () => {
    for (const value of ['x', 'y']) await newMap({ name: `param-${value}`, labels: { param: 'yes' } }, { value });
    const binding = { paramRef: { selector: { matchLabels: { param: 'yes' } }, parameterNotFoundAction: 'Deny' } };
    const kind = { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } };
    await policy([apply('Object{metadata: Object.metadata{labels: {params.data.value: params.metadata.name}}}')], {
      spec: kind,
      binding,
    });
    assert.deepEqual(labelsOf(await newMap()), { x: 'param-x', y: 'param-y' });
    await policy([labelled('a', '"1"')], {
      spec: kind,
      binding: { paramRef: { name: 'missing', parameterNotFoundAction: 'Deny' } },
    });
    const refused = await newMap();
    assert.equal(refused.status, 403);
    assert.match(
      refused.message,
      /^policy 'p\d+' with binding 'p\d+' denied request: failed to configure binding: no params found/,
    );
  });

  it('refuse a write or are ignored if they fail, and report all failures', async () => {
    const fails = [
      labelled('a', 'object.data.missing'),
      json('[JSONPatch{op: "remove", path: "/data/missing"}]'),
      labelled('b', '"1"'),
    ];
    await policy(fails, { spec: { failurePolicy: 'Ignore' } });
    assert.deepEqual(labelsOf(await newMap({}, { x: '' })), { b: '1' });
    const name = await policy(fails);
    const { status, json: body, message } = await newMap({}, { x: '' });
    const by = `policy '${name}' with binding '${name}' denied request: `;
    assert.equal(status, 403);
    const expression = 'Object{metadata: Object.metadata{labels: {"a": object.data.missing}}}';
    assert.equal(message, `${by}expression '${expression}' resulted in error: no such key: missing`);
    assert.equal(body['reason'], 'Invalid');
    const { causes } = body['details'] as { causes: { message: string }[] };
    assert.equal(causes.length, 2);
    assert.match(causes[1]?.message ?? '', /JSON Patch: .*nonexistent key: missing/);
  });

  it('cannot make objects that their kind does not have', async () => {
    await policy([json('[JSONPatch{op: "add", path: "/spec", value: Object.spec{a: 1}}]')], {
      spec: { failurePolicy: 'Ignore' },
    });
    const { status, message } = await newMap();
    assert.deepEqual([status, message], [500, 'Internal error occurred: strict decoding error: unknown field "spec"']);
  });

  const append = json('[JSONPatch{op: "add", path: "/data/" + string(size(object.data)), value: "x"}]');

  it('run again in the same write if their policy allows it', async () => {
    await policy([append], { spec: { reinvocationPolicy: 'IfNeeded' } });
    await policy([append]);
    const { json: object } = await newMap({}, { a: 'x' });
    // The first one in both rounds, the second one only in the first round.
    assert.deepEqual(plain(object['data']), { 1: 'x', 2: 'x', 3: 'x', a: 'x' });
  });

  it('run twice if their policy allows it, even if nothing else changes the object', async () => {
    await policy([append], { spec: { reinvocationPolicy: 'IfNeeded' } });
    const { json: object } = await newMap({}, { a: 'x' });
    assert.deepEqual(plain(object['data']), { 1: 'x', 2: 'x', a: 'x' });
  });

  it('do not change policies, nor deleted objects', async () => {
    const everything = { apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] };
    await policy([labelled('a', '"1"')], { spec: { matchConstraints: { resourceRules: [everything] } } });
    const name = await policy([labelled('b', '"1"')]);
    assert.equal(labelsOf(await api.request('GET', `${GROUP}/mutatingadmissionpolicies/${name}`)), undefined);
    const { json: map } = await newMap();
    assert.equal((await api.request('DELETE', `${MAPS}/${(map['metadata'] as { name: string }).name}`)).status, 200);
  });

  it('change the options of connections by JSON patches only', async () => {
    const rule = { ...RULE, operations: ['CONNECT'], resources: ['pods/exec'] };
    const spec = { matchConstraints: { resourceRules: [rule] } };
    await policy([json('[JSONPatch{op: "replace", path: "/command", value: ["ls"]}]')], { spec });
    await policy([apply('Object{container: object.command[0]}')], {
      spec: { ...spec, matchConditions: [{ name: 'c', expression: 'object.command == ["ls"]' }] },
    });
    const exec = '/api/v1/namespaces/default/pods/p/exec?command=sh&stdout=1';
    const { status, message } = await api.request('POST', exec);
    assert.equal(status, 403);
    assert.match(message, /no corresponding type for \/v1, Kind=PodExecOptions$/);
  });

  it('change objects of other versions and custom kinds by the type of the kind', async () => {
    const schema = {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            size: { type: 'integer', default: 3 },
            notes: { type: 'array', items: { type: 'string' } },
            keyed: {
              type: 'array',
              'x-kubernetes-list-type': 'map',
              'x-kubernetes-list-map-keys': ['name'],
              items: {
                type: 'object',
                required: ['name'],
                properties: { name: { type: 'string' }, value: { type: 'string' } },
              },
            },
          },
        },
      },
    };
    const version = { schema: { openAPIV3Schema: schema }, served: true };
    const definition = await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      metadata: { name: 'things.example.io' },
      spec: {
        group: 'example.io',
        scope: 'Cluster',
        names: { plural: 'things', kind: 'Thing' },
        versions: [
          { name: 'v1', storage: true, ...version },
          { name: 'v2', storage: false, ...version },
        ],
      },
    });
    assert.equal(definition.status, 201, definition.message);
    const rule = { ...RULE, apiGroups: ['example.io'], resources: ['things'] };
    await policy(
      [
        apply('Object{spec: Object.spec{keyed: [Object.spec.keyed{name: "b", value: object.apiVersion}]}}'),
        json('[JSONPatch{op: "add", path: "/spec/unknown", value: 1}]'),
      ],
      { spec: { matchConstraints: { resourceRules: [rule] } } },
    );
    const keyed = [
      { name: 'a', value: 'own' },
      { name: 'b', value: 'own' },
    ];
    const created = await post('/apis/example.io/v2/things', {
      apiVersion: 'example.io/v2',
      kind: 'Thing',
      metadata: { name: 'a' },
      spec: { keyed },
    });
    assert.equal(created.status, 201, created.message);
    assert.equal(created.json['apiVersion'], 'example.io/v2');
    assert.deepEqual(plain(created.json['spec']), {
      keyed: [keyed[0], { name: 'b', value: 'example.io/v1' }],
      size: 3,
    });
    await policy([apply('Object{spec: Object.spec{notes: ["x"]}}')], {
      spec: { matchConstraints: { resourceRules: [rule] } },
    });
    const refused = await post('/apis/example.io/v1/things', {
      apiVersion: 'example.io/v1',
      kind: 'Thing',
      metadata: { name: 'b' },
      spec: {},
    });
    assert.match(refused.message, /may not mutate atomic arrays, maps or structs: \.spec\.notes$/);
  });
});
