import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { refusals } from '../registry/conformance.test.helper.js';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';
import { owners } from './managers.test.helper.js';

const DEPLOYMENT = '/apis/apps/v1/namespaces/default/deployments/web';
const SCALE = `${DEPLOYMENT}/scale`;
const SELECTOR = {
  matchLabels: { app: 'web' },
  matchExpressions: [{ key: 'tier', operator: 'In', values: ['b', 'a'] }],
};

describe('the scale subresource', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  beforeEach(async () => {
    await api.request('DELETE', DEPLOYMENT);
    const template = {
      metadata: { labels: { app: 'web', tier: 'a' } },
      spec: { containers: [{ name: 'a', image: 'i' }] },
    };
    const body = { metadata: { name: 'web' }, spec: { replicas: 2, selector: SELECTOR, template } };
    const { status, text } = await api.request('POST', `${DEPLOYMENT.slice(0, -4)}?fieldManager=maker`, { body });
    assert.equal(status, 201, text);
  });

  const replicas = async () => ((await api.request('GET', DEPLOYMENT)).json['spec'] as JsonObject)['replicas'];
  const scaleOf = (count: number, metadata: object = {}): JsonObject => ({
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: { name: 'web', ...metadata },
    spec: { replicas: count },
  });
  const patch = (body: JsonObject | JsonObject[], type: string, query = '') =>
    api.request('PATCH', SCALE + query, { body, headers: { 'content-type': `application/${type}` } });

  it('has its own kind', async () => {
    const { status, json } = await api.request('GET', SCALE);
    const deployment = (await api.request('GET', DEPLOYMENT)).json['metadata'] as JsonObject;
    const { uid, resourceVersion, creationTimestamp } = deployment;
    assert.equal(status, 200);
    assert.deepEqual(plain(json), {
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: { name: 'web', namespace: 'default', uid, resourceVersion, creationTimestamp },
      spec: { replicas: 2 },
      status: { replicas: 0, selector: 'app=web,tier in (a,b)' },
    });
  });

  it('is 404 without the object', async () => {
    const path = SCALE.replace('web', 'none');
    assert.equal((await api.request('GET', path)).status, 404);
    const body = scaleOf(1, { name: 'none' });
    assert.equal((await api.request('PUT', path, { body })).status, 404);
  });

  it('can be replaced', async () => {
    const { status, json } = await api.request('PUT', SCALE, { body: scaleOf(5) });
    assert.deepEqual([status, json['kind'], plain(json['spec'])], [200, 'Scale', { replicas: 5 }]);
    assert.equal(await replicas(), 5);
  });

  it('increments the generation of the object', async () => {
    await api.request('PUT', SCALE, { body: scaleOf(5) });
    const { json } = await api.request('GET', DEPLOYMENT);
    assert.equal((json['metadata'] as JsonObject)['generation'], 2);
  });

  it('can be 0', async () => {
    const { json } = await api.request('PUT', SCALE, { body: scaleOf(0) });
    assert.deepEqual(plain(json['spec']), {});
    assert.equal(await replicas(), 0);
  });

  const patches: [type: string, body: JsonObject | JsonObject[]][] = [
    ['merge-patch+json', { spec: { replicas: 4 } }],
    ['strategic-merge-patch+json', { spec: { replicas: 4 } }],
    [
      'json-patch+json',
      [
        { op: 'test', path: '/spec/replicas', value: 2 },
        { op: 'replace', path: '/spec/replicas', value: 4 },
      ],
    ],
    ['apply-patch+yaml', scaleOf(4)],
  ];
  for (const [type, body] of patches) {
    it(`can be changed by ${type}`, async () => {
      const query = type.startsWith('apply') ? '?fieldManager=me&force=true' : '';
      const { status, json, text } = await patch(body, type, query);
      assert.deepEqual([status, json['kind'], plain(json['spec'])], [200, 'Scale', { replicas: 4 }], text);
      assert.equal(await replicas(), 4);
    });
  }

  it('records field managers on the object', async () => {
    const refused = await patch(scaleOf(4), 'apply-patch+yaml', '?fieldManager=me');
    assert.equal(refused.status, 409);
    assert.match(refused.message, /conflict with "maker" using apps\/v1: \.spec\.replicas$/);
    await patch(scaleOf(4), 'apply-patch+yaml', '?fieldManager=me&force=true');
    const all = owners(await api.request('GET', DEPLOYMENT));
    assert.ok(all.includes('Apply me apps/v1 scale {"f:spec":{"f:replicas":{}}}'), all.join('\n'));
    assert.ok(all.every((owner) => owner.startsWith('Apply me') || !owner.includes('f:replicas')));
  });

  it('requires the named version and uid', async () => {
    const { json } = await api.request('GET', SCALE);
    const { uid, resourceVersion } = json['metadata'] as JsonObject;
    assert.equal((await api.request('PUT', SCALE, { body: scaleOf(3, { uid, resourceVersion }) })).status, 200);
    assert.equal((await api.request('PUT', SCALE, { body: scaleOf(4, { resourceVersion }) })).status, 409);
    assert.equal((await api.request('PUT', SCALE, { body: scaleOf(4, { uid: 'other' }) })).status, 409);
    assert.equal(await replicas(), 3);
  });

  it('is applied only to the named version and uid', async () => {
    const others: [metadata: object, status: number][] = [
      [{ resourceVersion: '1' }, 409],
      [{ uid: 'other' }, 409],
      [{ name: 'other' }, 400],
      [{ namespace: 'other' }, 400],
      [{ name: 5 }, 400],
    ];
    for (const [metadata, status] of others) {
      const answer = await patch(scaleOf(4, metadata), 'apply-patch+yaml', '?fieldManager=me&force=true');
      assert.equal(answer.status, status, JSON.stringify(metadata));
    }
    assert.equal(await replicas(), 2);
    const { resourceVersion } = (await api.request('GET', SCALE)).json['metadata'] as JsonObject;
    const body = scaleOf(4, { resourceVersion, labels: { a: 'b' } });
    const applied = await patch(body, 'apply-patch+yaml', '?fieldManager=me&force=true');
    assert.equal(applied.status, 200, applied.text);
    const unknown = await patch({ ...scaleOf(4), more: true }, 'apply-patch+yaml', '?fieldManager=me&force=true');
    assert.deepEqual([unknown.status, unknown.headers['warning']], [200, '299 - "unknown field \\"more\\""']);
    const all = owners(await api.request('GET', DEPLOYMENT));
    assert.ok(all.includes('Apply me apps/v1 scale {"f:spec":{"f:replicas":{}}}'), all.join('\n'));
  });

  it('is validated', async () => {
    const negative = ['FieldValueInvalid spec.replicas: Invalid value: -1: must be greater than or equal to 0'];
    const refused = await api.request('PUT', SCALE, { body: scaleOf(-1) });
    assert.deepEqual(refusals(refused), negative);
    assert.match(refused.message, /^Scale\.autoscaling "web" is invalid: /);
    assert.deepEqual(refusals(await patch({ spec: { replicas: -1 } }, 'merge-patch+json')), negative);
    assert.equal((await api.request('PUT', SCALE, { body: { ...scaleOf(1), kind: 'Deployment' } })).status, 400);
    const strict = '?fieldManager=me&fieldValidation=Strict';
    assert.equal((await patch({ ...scaleOf(1), more: true }, 'apply-patch+yaml', strict)).status, 400);
    assert.equal((await api.request('POST', SCALE, { body: scaleOf(1) })).status, 405);
    assert.equal((await api.request('PUT', `${SCALE}?dryRun=All`, { body: scaleOf(9) })).status, 200);
    assert.equal(await replicas(), 2);
  });

  it('is in discovery with its kind', async () => {
    const { json } = await api.request('GET', '/apis/apps/v1');
    const found = (json['resources'] as JsonObject[]).find(({ name }) => name === 'deployments/scale');
    assert.deepEqual(plain(found), {
      name: 'deployments/scale',
      singularName: '',
      namespaced: true,
      group: 'autoscaling',
      version: 'v1',
      kind: 'Scale',
      verbs: ['get', 'patch', 'update'],
    });
  });

  it('supports protobuf', async () => {
    const accept = 'application/vnd.kubernetes.protobuf';
    const { status, headers, bytes } = await api.request('GET', SCALE, { headers: { accept } });
    assert.deepEqual([status, headers['content-type'], bytes.subarray(0, 3).toString()], [200, accept, 'k8s']);
    const body = bytes;
    assert.equal((await api.request('PUT', SCALE, { body, headers: { 'content-type': accept } })).status, 200);
  });

  it('supports tables and PartialObjectMetadata', async () => {
    const as = async (method: string, kind: string, body?: JsonObject) => {
      const accept = `application/json;as=${kind};g=meta.k8s.io;v=v1`;
      const { status, json } = await api.request(method, SCALE, { headers: { accept }, ...(body && { body }) });
      assert.equal(status, 200);
      return json;
    };
    for (const [table, wanted] of [
      [await as('GET', 'Table'), 2],
      [await as('PUT', 'Table', scaleOf(3)), 3],
    ] as const) {
      const columns = (table['columnDefinitions'] as JsonObject[]).map(({ name, type }) => [name, type]);
      assert.deepEqual(columns, [
        ['Name', 'string'],
        ['Desired', 'integer'],
        ['Available', 'integer'],
        ['Age', 'string'],
      ]);
      const [{ cells }] = table['rows'] as [{ cells: unknown[] }];
      assert.deepEqual(cells.slice(0, 3), ['web', wanted, 0]);
    }
    const { kind, metadata } = await as('GET', 'PartialObjectMetadata');
    assert.deepEqual([kind, (metadata as JsonObject)['name']], ['PartialObjectMetadata', 'web']);
  });
});
