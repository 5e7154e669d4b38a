import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { startTestApi, type TestApi, type TestResponse } from '../server/api.test.helper.js';
import { managersOf } from './managers.test.helper.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const PATCHES = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
};

/** The managers with top-level fields and their children: `Update me v1 f:data(f:a)`. */
function managers(response: TestResponse): string[] {
  return managersOf(response).map(({ operation = '', manager = '', apiVersion = '', subresource, fieldsV1 = {} }) => {
    const fields = Object.entries(plain(fieldsV1) as Record<string, object>).map(
      ([name, below]) => `${name}(${Object.keys(below).join(' ')})`,
    );
    return [operation, manager, apiVersion, ...(subresource === undefined ? [] : [subresource]), ...fields].join(' ');
  });
}

type Members = Readonly<Record<string, JsonValue>>;

describe('managedFields', () => {
  let api: TestApi;
  /** Seconds since the start. */
  let second = 0;
  let names = 0;
  let path = '';

  before(async () => {
    const now = (): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
    api = await startTestApi({ environment: { now } });
  });
  after(() => api.close());
  beforeEach(() => {
    second = 0;
    path = `${CONFIG_MAPS}/object-${++names}`;
  });

  const named = (rest: Members, metadata: Members = {}): JsonObject => ({
    metadata: { name: `object-${names}`, ...metadata },
    ...rest,
  });
  const create = (rest: Members, query = '?fieldManager=creator', metadata = {}) =>
    api.request('POST', CONFIG_MAPS + query, { body: named(rest, metadata) });
  const put = (body: JsonValue, manager: string) => api.request('PUT', `${path}?fieldManager=${manager}`, { body });
  const patch = (type: keyof typeof PATCHES, body: JsonValue, manager: string) =>
    api.request('PATCH', `${path}?fieldManager=${manager}`, { body, headers: { 'content-type': PATCHES[type] } });
  const read = () => api.request('GET', path);

  it('record who created an object, when and in which version', async () => {
    await create({ data: { a: '1' } });
    assert.deepEqual(plain(managersOf(await read())), [
      {
        manager: 'creator',
        operation: 'Update',
        apiVersion: 'v1',
        time: '2026-01-01T00:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:data': { '.': {}, 'f:a': {} } },
      },
    ]);
  });

  for (const [agent, manager] of [
    ['kubectl/v1.32.0 (linux/amd64)', 'kubectl'],
    ['curl', 'curl'],
    ['a\u0001b\u00a0c/1', 'abc'],
    [`${'x'.repeat(127)}éé/1`, 'x'.repeat(127)],
    ['', 'unknown'],
  ] as const) {
    it(`name the program ${JSON.stringify(agent.slice(0, 20))} ${manager.slice(0, 20)}`, async () => {
      const headers = { 'user-agent': agent };
      const answer = await api.request('POST', CONFIG_MAPS, { body: named({ data: { a: '1' } }), headers });
      assert.equal(managersOf(answer)[0]?.manager, manager);
    });
  }

  it('include initial fields of a kind as if they were sent', async () => {
    const namespace = { metadata: { name: 'labelled' } };
    const labelled = await api.request('POST', '/api/v1/namespaces?fieldManager=creator', { body: namespace });
    assert.deepEqual(managers(labelled), ['Update creator v1 f:metadata(f:labels)']);
    const secret = { metadata: { name: 'texts' }, data: { a: 'YQ==' }, stringData: { a: 'b', c: 'd' } };
    const target = '/api/v1/namespaces/default/secrets?fieldManager=creator';
    const answer = await api.request('POST', target, { body: secret });
    assert.deepEqual(managers(answer), ['Update creator v1 f:data(. f:a f:c) f:type()']);
  });

  it('record who replaced fields', async () => {
    await create({ data: { a: '1', b: '1', c: '1' } });
    const { json } = await read();
    const answer = await put({ ...json, data: { a: '2', c: '1', d: '1' } }, 'other');
    assert.deepEqual(managers(answer), ['Update creator v1 f:data(. f:c)', 'Update other v1 f:data(f:a f:d)']);
  });

  for (const [type, body] of [
    ['merge', { data: { a: '2', b: null } }],
    ['strategic', { data: { a: '2', b: null } }],
    [
      'json',
      [
        { op: 'replace', path: '/data/a', value: '2' },
        { op: 'remove', path: '/data/b' },
      ],
    ],
  ] as const) {
    it(`record who changed fields in a ${type} patch`, async () => {
      await create({ data: { a: '1', b: '1', c: '1' } });
      const answer = await patch(type, body as unknown as JsonValue, 'other');
      assert.deepEqual(managers(answer), ['Update creator v1 f:data(. f:c)', 'Update other v1 f:data(f:a)']);
    });
  }

  it('stay, including times, without a change', async () => {
    const before = await create({ data: { a: '1' } });
    second = 9;
    for (const answer of [await put(before.json, 'creator'), await patch('merge', { data: { a: '1' } }, 'other')]) {
      assert.equal(answer.text, before.text);
    }
  });

  it("stay if only a manager's time would change", async () => {
    // The server restores this field, regardless of its manager.
    const body = { spec: { finalizers: ['example.org/mine', 'kubernetes'] } };
    const namespaces = '/api/v1/namespaces';
    await api.request('POST', namespaces, { body: { metadata: { name: 'still', labels: { a: 'b' } } } });
    const write = () =>
      api.request('PATCH', `${namespaces}/still?fieldManager=m`, {
        body,
        headers: { 'content-type': PATCHES.merge },
      });
    const first = await write();
    assert.equal(managersOf(first)[0]?.manager, 'm', first.text);
    second = 9;
    assert.equal((await write()).text, first.text);
  });

  it('get a new time when the manager changes a field', async () => {
    await create({ data: { a: '1' } });
    second = 9;
    const answer = await patch('merge', { data: { a: '2' } }, 'creator');
    assert.deepEqual(
      managersOf(answer).map(({ time }) => time),
      ['2026-01-01T00:00:09Z'],
    );
  });

  it('survive an update without managedFields', async () => {
    const { json } = await create({ data: { a: '1' } });
    const { managedFields: _, ...metadata } = json['metadata'] as JsonObject;
    for (const managedFields of [null, [], [{ manager: 'm' }], [{ operation: 'Rule', apiVersion: 'v1' }]]) {
      const answer = await put({ ...json, metadata: { ...metadata, managedFields } }, 'other');
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(managers(answer), ['Update creator v1 f:data(. f:a)']);
    }
  });

  it('can be edited', async () => {
    const made = await create({ data: { a: '1' } });
    const managedFields = managersOf(made).map((entry) => ({ ...entry, manager: 'heir' }));
    const answer = await patch('merge', { metadata: { managedFields } }, 'other');
    assert.deepEqual(managers(answer), ['Update heir v1 f:data(. f:a)']);
  });

  const EMPTIED = [{}];
  const forgotten = [
    ['merge', { metadata: { managedFields: EMPTIED }, data: { b: '1' } }],
    ['strategic', { metadata: { managedFields: EMPTIED }, data: { b: '1' } }],
    [
      'json',
      [
        { op: 'replace', path: '/metadata/managedFields', value: EMPTIED },
        { op: 'add', path: '/data/b', value: '1' },
      ],
    ],
  ] as const;
  for (const [type, body] of forgotten) {
    it(`are reset by a ${type} patch with one empty entry, before the rest of it counts`, async () => {
      await create({ data: { a: '1' } });
      assert.deepEqual(managers(await patch(type, body as unknown as JsonValue, 'other')), [
        'Update other v1 f:data(f:b)',
      ]);
    });
  }

  it('are reset by an update with one empty entry', async () => {
    const { json } = await create({ data: { a: '1' } });
    const metadata = { ...(json['metadata'] as JsonObject), managedFields: EMPTIED };
    assert.deepEqual(managers(await put({ ...json, metadata }, 'other')), []);
    assert.deepEqual(managers(await patch('merge', { data: { b: '1' } }, 'other')), ['Update other v1 f:data(f:b)']);
  });

  it('of a dry run are returned and not stored', async () => {
    const { text } = await create({ data: { a: '1' } });
    const body = { data: { b: '1' } };
    const headers = { 'content-type': PATCHES.merge };
    const answer = await api.request('PATCH', `${path}?fieldManager=other&dryRun=All`, { body, headers });
    assert.deepEqual(managers(answer), ['Update creator v1 f:data(. f:a)', 'Update other v1 f:data(f:b)']);
    assert.equal((await read()).text, text);
  });

  it('are not changed by deletion', async () => {
    const before = await create({ data: { a: '1' } }, undefined, { finalizers: ['example.org/one'] });
    await api.request('DELETE', path);
    assert.deepEqual(managers(await read()), managers(before));
  });

  it('omit fields that every object of the kind has', async () => {
    const role = { metadata: { name: 'aggregated' }, aggregationRule: { clusterRoleSelectors: [{}] } };
    const roles = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
    const answer = await api.request('POST', `${roles}?fieldManager=creator`, { body: role });
    assert.deepEqual(managers(answer), [
      'Update creator rbac.authorization.k8s.io/v1 f:aggregationRule(. f:clusterRoleSelectors)',
    ]);
    const metadata = { name: `object-${names}` };
    const classes = '/apis/scheduling.k8s.io/v1/priorityclasses';
    const none = await api.request('POST', `${classes}?fieldManager=creator`, {
      body: { metadata, value: 0, description: 'a' },
    });
    assert.deepEqual(managers(none), ['Update creator scheduling.k8s.io/v1 f:description() f:preemptionPolicy()']);
  });

  it('of bootstrap objects name the server', async () => {
    const answer = await api.request('GET', '/apis/scheduling.k8s.io/v1/priorityclasses/system-node-critical');
    assert.deepEqual(
      managersOf(answer).map(({ manager }) => manager),
      ['pilothouse'],
    );
  });

  describe('in a subresource', () => {
    const NODES = '/api/v1/nodes';
    const merge = (target: string, body: JsonValue) =>
      api.request('PATCH', target, { body, headers: { 'content-type': PATCHES.merge } });

    it('name it, and exclude fields that it leaves unchanged', async () => {
      const name = `node-${names}`;
      const metadata = { name };
      const made = await api.request('POST', `${NODES}?fieldManager=creator`, {
        body: { metadata, spec: { podCIDRs: ['10.0.0.0/24'] }, status: { phase: 'Running' } },
      });
      assert.deepEqual(managers(made), ['Update creator v1 f:spec(f:podCIDRs)']);
      const body = { spec: { unschedulable: true }, status: { phase: 'Pending' } };
      const status = await merge(`${NODES}/${name}/status?fieldManager=kubelet`, body);
      assert.deepEqual(managers(status).slice(1), ['Update kubelet v1 status f:status(f:phase)']);
      const main = await merge(`${NODES}/${name}?fieldManager=admin`, { status: { phase: 'Terminated' } });
      assert.deepEqual(managers(main), managers(status));
    });

    it('cannot be edited', async () => {
      const name = `node-${names}`;
      const made = await api.request('POST', `${NODES}?fieldManager=creator`, {
        body: { metadata: { name }, spec: { unschedulable: true } },
      });
      const answer = await merge(`${NODES}/${name}/status`, { metadata: { managedFields: EMPTIED } });
      assert.deepEqual(managers(answer), managers(made));
    });
  });
});
