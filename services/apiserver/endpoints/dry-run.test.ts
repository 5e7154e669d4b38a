import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { startTestApi, type TestApi, type TestRequest } from '../server/api.test.helper.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const SECRETS = '/api/v1/namespaces/default/secrets';
const MERGE = { 'content-type': 'application/merge-patch+json' };
const IN_BODY = { dryRun: ['All'] };

type Metadata = Readonly<Record<string, unknown>>;
const metadataIn = (json: JsonObject): Metadata => json['metadata'] as Metadata;
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('dry run', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
    for (const name of ['live', 'held']) {
      const metadata = { name, ...(name === 'held' && { finalizers: ['example.org/one'] }) };
      await api.request('POST', CONFIG_MAPS, { body: { metadata, data: { k: 'old' } } });
    }
  });
  after(() => api.close());

  /** Sends the request with `dryRun` in the query, unless `query` is given, and asserts that the store is unchanged. */
  const dry = async (method: string, target: string, request: TestRequest = {}, query = '?dryRun=All') => {
    const before = await api.store.currentRevision();
    const answer = await api.request(method, target + query, request);
    assert.equal(await api.store.currentRevision(), before, 'something was stored');
    return answer;
  };
  const changed = { metadata: { name: 'live', labels: { a: 'b' } }, data: { k: 'new' } };

  it('create: 201 with the complete object except a resourceVersion', async () => {
    const body = { metadata: { name: 'a' }, stringData: { k: 'v' } };
    const { status, json } = await dry('POST', SECRETS, { body });
    assert.equal(status, 201);
    const { uid, managedFields, ...metadata } = metadataIn(json);
    assert.match(String(uid), /^[0-9a-f-]{36}$/);
    assert.equal((managedFields as unknown[]).length, 1);
    assert.deepEqual(plain({ ...json, metadata }), {
      kind: 'Secret',
      apiVersion: 'v1',
      metadata: { name: 'a', namespace: 'default', creationTimestamp: '2026-01-02T03:04:05Z' },
      data: { k: 'dg==' },
      type: 'Opaque',
    });
    assert.equal((await api.request('GET', `${SECRETS}/a`)).status, 404);
  });

  it('create with generateName: a name that stays free', async () => {
    const { status, json } = await dry('POST', CONFIG_MAPS, { body: { metadata: { generateName: 'a-' } } });
    assert.equal(status, 201);
    const name = String(metadataIn(json)['name']);
    assert.match(name, /^a-[a-z0-9]{5}$/);
    assert.equal((await api.request('POST', CONFIG_MAPS, { body: { metadata: { name } } })).status, 201);
  });

  for (const [name, method, request] of [
    ['update', 'PUT', { body: changed }],
    ['patch', 'PATCH', { body: changed, headers: MERGE }],
  ] as const) {
    it(`${name}: 200 with the result, at the present resourceVersion`, async () => {
      const before = await api.request('GET', `${CONFIG_MAPS}/live`);
      const { status, json } = await dry(method, `${CONFIG_MAPS}/live`, request);
      assert.equal(status, 200);
      assert.deepEqual(plain([json['data'], metadataIn(json)['labels']]), [{ k: 'new' }, { a: 'b' }]);
      assert.equal(metadataIn(json)['resourceVersion'], metadataIn(before.json)['resourceVersion']);
      assert.equal((await api.request('GET', `${CONFIG_MAPS}/live`)).text, before.text);
    });
  }

  for (const [where, query, request] of [
    ['the query', '?dryRun=All', {}],
    ['the query, with a body', '?dryRun=All', { body: {} }],
    ['the body', '', { body: IN_BODY }],
  ] as const) {
    it(`delete, requested in ${where}: 200 with a Status of the object`, async () => {
      const { status, json } = await dry('DELETE', `${CONFIG_MAPS}/live`, request, query);
      assert.deepEqual([status, json['kind'], json['status']], [200, 'Status', 'Success']);
      assert.equal((await api.request('GET', `${CONFIG_MAPS}/live`)).status, 200);
    });

    it(`delete of an object with finalizers, requested in ${where}: 200 with the terminating object`, async () => {
      const { status, json } = await dry('DELETE', `${CONFIG_MAPS}/held`, request, query);
      assert.deepEqual([status, metadataIn(json)['deletionTimestamp']], [200, '2026-01-02T03:04:05Z']);
      const { json: live } = await api.request('GET', `${CONFIG_MAPS}/held`);
      assert.ok(!('deletionTimestamp' in metadataIn(live)));
    });

    it(`deletecollection, requested in ${where}: 200, and all objects stay`, async () => {
      const before = await api.request('GET', CONFIG_MAPS);
      const { status, json } = await dry('DELETE', CONFIG_MAPS, request, query);
      assert.deepEqual([status, json['kind'], json['status']], [200, 'Status', 'Success']);
      assert.equal((await api.request('GET', CONFIG_MAPS)).text, before.text);
    });
  }

  it('is not seen by watches', async () => {
    const from = await api.store.currentRevision();
    await dry('POST', CONFIG_MAPS, { body: { metadata: { name: 'a' } } });
    await dry('PUT', `${CONFIG_MAPS}/live`, { body: changed });
    await dry('PATCH', `${CONFIG_MAPS}/live`, { body: changed, headers: MERGE });
    await dry('DELETE', `${CONFIG_MAPS}/live`);
    await dry('DELETE', CONFIG_MAPS);
    await api.request('POST', CONFIG_MAPS, { body: { metadata: { name: 'real' } } });
    for await (const event of api.watch(`${CONFIG_MAPS}?watch=1&resourceVersion=${from}`)) {
      assert.equal(metadataIn(event['object'] as JsonObject)['name'], 'real');
      break;
    }
  });

  const refused: readonly (readonly [what: string, method: string, target: string, body: object, status: number])[] = [
    ['an existing name', 'POST', CONFIG_MAPS, { metadata: { name: 'live' } }, 409],
    ['a missing namespace', 'POST', '/api/v1/namespaces/none/configmaps', { metadata: { name: 'a' } }, 404],
    ['an invalid name', 'POST', CONFIG_MAPS, { metadata: { name: 'A' } }, 422],
    ['a missing object', 'PUT', `${CONFIG_MAPS}/none`, { metadata: { name: 'none' } }, 404],
    ['a stale version', 'PUT', `${CONFIG_MAPS}/live`, { metadata: { name: 'live', resourceVersion: '1' } }, 409],
    ['a stale version', 'PATCH', `${CONFIG_MAPS}/live`, { metadata: { resourceVersion: '1' } }, 409],
    ['an invalid label', 'PATCH', `${CONFIG_MAPS}/live`, { metadata: { labels: { a: '-' } } }, 422],
    ['a missing object', 'DELETE', `${CONFIG_MAPS}/none`, IN_BODY, 404],
    ['another uid', 'DELETE', `${CONFIG_MAPS}/live`, { ...IN_BODY, preconditions: { uid: 'x' } }, 409],
    ['a protected object', 'DELETE', '/api/v1/namespaces/default', IN_BODY, 403],
  ];
  for (const [what, method, target, body, status] of refused) {
    it(`${method} is refused as without a dry run: ${what} is ${status}`, async () => {
      const headers: Record<string, string> = method === 'PATCH' ? MERGE : {};
      const answer = await dry(method, target, { body: body as never, headers });
      assert.equal(answer.status, status, answer.text);
    });
  }

  const writes: readonly (readonly [options: string, method: string, target: string, request: TestRequest])[] = [
    ['CreateOptions', 'POST', CONFIG_MAPS, { body: { metadata: { name: 'a' } } }],
    ['UpdateOptions', 'PUT', `${CONFIG_MAPS}/live`, { body: changed }],
    ['PatchOptions', 'PATCH', `${CONFIG_MAPS}/live`, { body: { data: { k: null } }, headers: MERGE }],
    ['DeleteOptions', 'DELETE', `${CONFIG_MAPS}/live`, {}],
    ['DeleteOptions', 'DELETE', CONFIG_MAPS, {}],
  ];
  for (const [options, method, target, request] of writes) {
    for (const [query, values] of [
      ['?dryRun=Some', '["Some"]'],
      ['?dryRun=all', '["all"]'],
      ['?dryRun=true', '["true"]'],
      ['?dryRun=All&dryRun=Some', '["All","Some"]'],
    ] as const) {
      it(`${method} ${target}${query} is 422`, async () => {
        const { status, message } = await dry(method, target, request, query);
        const what = `${options}.meta.k8s.io "" is invalid`;
        assert.deepEqual(
          [status, message],
          [422, `${what}: dryRun: Unsupported value: ${values}: supported values: "All"`],
        );
      });
    }

    it(`${method} ${target} accepts a duplicate value`, () => dry(method, target, request, '?dryRun=All&dryRun=All'));
  }

  it('in the body of a delete is 422 for an unknown value', async () => {
    const { status, message } = await dry('DELETE', `${CONFIG_MAPS}/live`, { body: { dryRun: ['Some'] } }, '');
    assert.deepEqual(
      [status, message],
      [422, 'DeleteOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["Some"]: supported values: "All"'],
    );
  });

  // In this order each write changes something.
  for (const [, method, target, request] of writes) {
    it(`${method} ${target}?dryRun is not a dry run`, async () => {
      const before = await api.store.currentRevision();
      const answer = await api.request(method, `${target}?dryRun`, request);
      assert.ok(answer.status < 300, answer.text);
      assert.ok((await api.store.currentRevision()) > before);
    });
  }
});
