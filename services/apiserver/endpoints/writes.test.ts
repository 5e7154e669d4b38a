import assert from 'node:assert/strict';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const STRATEGIC = { 'content-type': 'application/strategic-merge-patch+json' };
const MERGE = { 'content-type': 'application/merge-patch+json' };
const JSON_PATCH = { 'content-type': 'application/json-patch+json' };

describe('writes of objects', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi();
  });
  afterEach(() => api.close());

  const create = (name: string, more: object = {}) =>
    api.request('POST', CONFIG_MAPS, { body: { metadata: { name }, data: { k: 'v' }, ...more } });

  it('duplicate owner references are dropped with a warning', async () => {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' };
    const other = { ...owner, name: 'p' };
    const swapped = Object.fromEntries(Object.entries(owner).reverse());
    const metadata = { name: 'a', ownerReferences: [owner, other, swapped] };
    const wanted = [owner, other];
    for (const [method, target, headers] of [
      ['POST', CONFIG_MAPS, {}],
      ['PUT', `${CONFIG_MAPS}/a`, {}],
      ['PATCH', `${CONFIG_MAPS}/a`, MERGE],
    ] as const) {
      const answer = await api.request(method, target, { body: { metadata }, headers });
      const { ownerReferences } = JSON.parse(JSON.stringify(answer.json['metadata'])) as Record<string, unknown>;
      assert.deepEqual(ownerReferences, wanted);
      assert.match(answer.headers['warning'] ?? '', /ownerReferences contains duplicate entries.*observed: u"$/);
    }
  });

  it('create of an existing name is 409 AlreadyExists', async () => {
    await create('a');
    const { status, json, message } = await create('a');
    assert.equal(status, 409);
    assert.equal(message, 'configmaps "a" already exists');
    assert.equal(json['reason'], 'AlreadyExists');
  });

  it('update requires the version that was read', async () => {
    const { json: first } = await create('a');
    const put = (body: object) => api.request('PUT', `${CONFIG_MAPS}/a`, { body: body as never });
    assert.equal((await put({ ...first, data: { k: 'w' } })).status, 200);
    const { status, message } = await put({ ...first, data: { k: 'x' } });
    assert.equal(status, 409);
    assert.equal(
      message,
      'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
    );
    assert.equal((await put({ metadata: { name: 'a' }, data: { k: 'y' } })).status, 200, 'without a version: always');
  });

  it('an update without a change writes nothing', async () => {
    const { json } = await create('a');
    const again = await api.request('PUT', `${CONFIG_MAPS}/a`, { body: json });
    assert.equal(
      (again.json['metadata'] as { resourceVersion: string }).resourceVersion,
      (json['metadata'] as { resourceVersion: string }).resourceVersion,
    );
  });

  it('update of a missing object is 404, and of another uid 409', async () => {
    const { status, message } = await api.request('PUT', `${CONFIG_MAPS}/a`, {
      body: { metadata: { name: 'a' } },
    });
    assert.deepEqual([status, message], [404, 'configmaps "a" not found']);
    await create('a');
    const other = await api.request('PUT', `${CONFIG_MAPS}/a`, { body: { metadata: { name: 'a', uid: 'x' } } });
    assert.equal(other.status, 409);
    assert.match(other.message, /Precondition failed: UID in precondition: x, UID in object meta: 0/);
  });

  const patches: readonly (readonly [name: string, headers: Record<string, string>, body: unknown, data: object])[] = [
    ['merge', MERGE, { data: { k: null, n: '1' } }, { n: '1' }],
    ['strategic merge', STRATEGIC, { data: { n: '1' } }, { k: 'v', n: '1' }],
    ['strategic merge that replaces', STRATEGIC, { data: { $patch: 'replace', n: '1' } }, { n: '1' }],
    [
      'JSON',
      JSON_PATCH,
      [
        { op: 'test', path: '/data/k', value: 'v' },
        { op: 'add', path: '/data/n', value: '1' },
      ],
      { k: 'v', n: '1' },
    ],
  ];
  for (const [name, headers, body, data] of patches) {
    it(`${name} patch`, async () => {
      await create('a');
      const { status, json } = await api.request('PATCH', `${CONFIG_MAPS}/a`, { body: body as never, headers });
      assert.equal(status, 200, JSON.stringify(json));
      assert.deepEqual({ ...(json['data'] as object) }, data);
    });
  }

  const badPatches: readonly (readonly [string, Record<string, string>, unknown, number, RegExp])[] = [
    ['a failing test', JSON_PATCH, [{ op: 'test', path: '/data/k', value: 'w' }], 422, /test.*failed/i],
    ['a missing path', JSON_PATCH, [{ op: 'remove', path: '/data/x' }], 422, /x/],
    ['an unknown operation', JSON_PATCH, [{ op: 'swap', path: '/data/x' }], 422, /swap/],
    ['an object as JSON patch', JSON_PATCH, {}, 400, /./],
    ['a list as merge patch', MERGE, [], 400, /./],
    ['another media type', { 'content-type': 'text/plain' }, {}, 415, /application\/json-patch\+json/],
    [
      'the wrong type',
      MERGE,
      { data: { k: 7 } },
      422,
      /cannot unmarshal number into Go struct field ConfigMap\.data of type string/,
    ],
    ['a stale version', MERGE, { metadata: { resourceVersion: '1' } }, 409, /the object has been modified/],
  ];
  for (const [name, headers, body, status, message] of badPatches) {
    it(`a patch with ${name} is ${status}`, async () => {
      await create('a');
      const response = await api.request('PATCH', `${CONFIG_MAPS}/a`, { body: body as never, headers });
      assert.equal(response.status, status, response.text);
      assert.match(response.message, message);
      const { json } = await api.request('GET', `${CONFIG_MAPS}/a`);
      assert.deepEqual({ ...(json['data'] as object) }, { k: 'v' }, 'nothing was stored');
    });
  }

  it('a patch of a missing object is 404', async () => {
    const { status } = await api.request('PATCH', `${CONFIG_MAPS}/a`, { body: {}, headers: MERGE });
    assert.equal(status, 404);
  });

  it('concurrent patches without a version all succeed', async () => {
    await create('a');
    const one = (index: number) =>
      api.request('PATCH', `${CONFIG_MAPS}/a`, { body: { data: { [`k${index}`]: 'v' } }, headers: MERGE });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => one(index)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 200),
    );
    const { json } = await api.request('GET', `${CONFIG_MAPS}/a`);
    assert.equal(Object.keys(json['data'] as object).length, 21);
  });

  const options: readonly (readonly [query: string, status: number, message: RegExp])[] = [
    ['fieldValidation=Some', 422, /fieldValidation: Unsupported value: "Some"/],
    [`fieldManager=${'x'.repeat(129)}`, 422, /fieldManager: Too long: may not be more than 128 bytes/],
    ['fieldManager=a%01b', 422, /fieldManager: Invalid value: .*invalid character U\+0001 \(at position 1\)/],
  ];
  for (const [query, status, message] of options) {
    it(`?${query.slice(0, 40)} is ${status}`, async () => {
      const answer = await api.request('POST', `${CONFIG_MAPS}?${query}`, { body: { metadata: { name: 'a' } } });
      assert.equal(answer.status, status);
      assert.match(answer.message, message);
    });
  }
});
