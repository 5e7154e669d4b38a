import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';
import { MAX_VALUES } from '../registry/size.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const PODS = '/api/v1/namespaces/default/pods';
const NODES = '/api/v1/nodes';
const CLUSTER_ROLES = '/apis/rbac.authorization.k8s.io/v1/clusterroles';

function many<Item>(count: number, item: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => item(index));
}

const controller = (index: number): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: `owner-${index}`,
  uid: `${index}`,
  controller: true,
});

/** Almost the maximum number of values in an object. */
const COUNT = MAX_VALUES - 10_000;

/** With the number of reported causes. Quadratic validation, or output for each error, would take minutes. */
const table: readonly (readonly [what: string, path: string, object: JsonObject, causes: number])[] = [
  ['finalizers', CONFIG_MAPS, { metadata: { name: 'a', finalizers: many(COUNT, () => '-') } }, 1000],
  ['controllers', CONFIG_MAPS, { metadata: { name: 'a', ownerReferences: many(10_000, controller) } }, 1],
  ['address ranges', NODES, { metadata: { name: 'a' }, spec: { podCIDRs: many(COUNT, String) } }, 1],
  [
    'taints',
    NODES,
    { metadata: { name: 'a' }, spec: { taints: many(20_000, () => ({ key: 'a', effect: 'NoExecute' })) } },
    1000,
  ],
  ['rules', CLUSTER_ROLES, { metadata: { name: 'a' }, rules: many(COUNT, () => ({})) }, 1000],
  [
    'paths',
    CLUSTER_ROLES,
    { metadata: { name: 'a' }, rules: [{ verbs: ['get'], nonResourceURLs: many(COUNT, () => '*a') }] },
    1000,
  ],
];

describe('an object', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  for (const [what, path, body, causes] of table) {
    it(`with very many invalid ${what} is refused, with a thousand causes at most`, async () => {
      const { status, json, text } = await api.request('POST', path, { body });
      assert.equal(status, 422);
      assert.equal((json['details'] as { causes: unknown[] }).causes.length, causes);
      assert.ok(text.length < 4 * JSON.stringify(body).length);
    });
  }

  const containers = { containers: many(MAX_VALUES, () => ({})) };
  /** A few bytes of YAML that expand to many values. */
  const aliases = Buffer.from(
    `apiVersion: v1\nkind: Pod\nx: [&a {}, &b [${many(300, () => '*a').join()}]]\n` +
      `spec: {containers: [${many(400, () => '*b').join()}]}\n`,
  );
  const named = many(8_000, (index) => ({ name: `c${index}`, image: 'x' }));
  const tooLarge: readonly (readonly [
    what: string,
    method: string,
    type: string,
    body: JsonObject | JsonObject[] | Uint8Array,
  ])[] = [
    ['create', 'POST', 'application/json', { spec: containers }],
    ['create in YAML', 'POST', 'application/yaml', { spec: containers }],
    ['merge patch', 'PATCH', 'application/merge-patch+json', { spec: containers }],
    ['strategic merge patch', 'PATCH', 'application/strategic-merge-patch+json', { spec: containers }],
    ['JSON patch', 'PATCH', 'application/json-patch+json', [{ op: 'add', path: '/spec', value: containers }]],
    ['apply', 'PATCH', 'application/apply-patch+yaml', { apiVersion: 'v1', kind: 'Pod', spec: containers }],
    [
      'create, with its defaults and owners',
      'POST',
      'application/json',
      { metadata: { name: 'a' }, spec: { containers: named } },
    ],
    ['create of aliases', 'POST', 'application/yaml', aliases],
    ['apply of aliases', 'PATCH', 'application/apply-patch+yaml', aliases],
  ];
  for (const [what, method, type, body] of tooLarge) {
    it(`beyond the maximum number of values is refused at once: ${what}`, async () => {
      await api.request('POST', CONFIG_MAPS, { body: { metadata: { name: 'patched' } } });
      const path = method === 'POST' ? PODS : `${CONFIG_MAPS}/patched?fieldManager=x`;
      const { status, json } = await api.request(method, path, { body, headers: { 'content-type': type } });
      assert.deepEqual([status, json['reason']], [413, 'RequestEntityTooLarge']);
    });
  }

  it('beyond the maximum from earlier releases can be reduced', async () => {
    const data = Object.fromEntries(many(MAX_VALUES, (index) => [`${index}`, '']));
    const head = '{"kind":"ConfigMap","apiVersion":"v1","metadata":{';
    const metadata = '"name":"old","namespace":"default","uid":"1","finalizers":["a/b"]}';
    const value = Buffer.from(`${head}${metadata},"data":${JSON.stringify(data)}}`);
    await api.store.create('/configmaps/default/old', value);
    const headers = { 'content-type': 'application/merge-patch+json' };
    const patch = async (body: JsonObject): Promise<number> =>
      (await api.request('PATCH', `${CONFIG_MAPS}/old`, { body, headers })).status;
    assert.equal(await patch({ data: { more: '' } }), 413);
    assert.equal(await patch({ metadata: { finalizers: null } }), 200);
  });

  it('with very many addresses is validated in linear time', async () => {
    await api.request('POST', NODES, { body: { metadata: { name: 'n' } } });
    const addresses = many(30_000, (index) => ({ type: 'InternalIP', address: `${index}` }));
    const body = { metadata: { name: 'n' }, status: { addresses } };
    const { status } = await api.request('PUT', `${NODES}/n/status`, { body });
    assert.equal(status, 200);
  });
});
