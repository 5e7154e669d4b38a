import assert from 'node:assert/strict';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const MERGE = { 'content-type': 'application/merge-patch+json' };

describe('deleting objects', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi();
  });
  afterEach(() => api.close());

  const create = (name: string, metadata: object = {}) =>
    api.request('POST', CONFIG_MAPS, { body: { metadata: { name, ...metadata } } });
  const get = (path: string) => api.request('GET', path);

  it('removes what nothing holds back, and says so', async () => {
    const { json: created } = await create('a');
    const { status, json } = await api.request('DELETE', `${CONFIG_MAPS}/a`);
    const { uid } = created['metadata'] as { uid: string };
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(JSON.stringify(json)), {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name: 'a', kind: 'configmaps', uid },
    });
    assert.equal((await get(`${CONFIG_MAPS}/a`)).status, 404);
    assert.equal((await api.request('DELETE', `${CONFIG_MAPS}/a`)).status, 404);
  });

  it('gives a service account back', async () => {
    const accounts = '/api/v1/namespaces/default/serviceaccounts';
    await api.request('POST', accounts, { body: { metadata: { name: 'a' } } });
    const { json } = await api.request('DELETE', `${accounts}/a`);
    assert.equal(json['kind'], 'ServiceAccount');
  });

  it('makes a finalized object terminating, and removes it with its last finalizer', async () => {
    await create('a', { finalizers: ['example.org/one', 'example.org/two'] });
    const { status, json } = await api.request('DELETE', `${CONFIG_MAPS}/a`);
    const metadata = json['metadata'] as Record<string, unknown>;
    assert.equal(status, 200);
    assert.equal(metadata['deletionTimestamp'], '2026-01-02T03:04:05Z');
    assert.equal(metadata['deletionGracePeriodSeconds'], 0);

    const taken = await create('a');
    assert.deepEqual([taken.status, taken.message], [409, 'object is being deleted: configmaps "a" already exists']);
    const again = await api.request('DELETE', `${CONFIG_MAPS}/a`);
    assert.equal((again.json['metadata'] as Record<string, unknown>)['resourceVersion'], metadata['resourceVersion']);

    const patch = (body: object) => api.request('PATCH', `${CONFIG_MAPS}/a`, { body: body as never, headers: MERGE });
    const added = await patch({ metadata: { finalizers: ['example.org/one', 'example.org/three'] } });
    assert.equal(added.status, 422);
    assert.match(added.text, /no new finalizers can be added if the object is being deleted/);
    const unset = await patch({ metadata: { deletionTimestamp: null } });
    assert.equal((unset.json['metadata'] as Record<string, unknown>)['deletionTimestamp'], '2026-01-02T03:04:05Z');
    assert.equal((await patch({ metadata: { finalizers: ['example.org/two'] } })).status, 200);
    assert.equal((await get(`${CONFIG_MAPS}/a`)).status, 200);
    assert.equal((await patch({ metadata: { finalizers: null } })).status, 200);
    assert.equal((await get(`${CONFIG_MAPS}/a`)).status, 404);
    assert.equal((await create('a')).status, 201, 'the name is free again');
  });

  const refused: readonly (readonly [name: string, query: string, body: object | undefined, status: number])[] = [
    ['a uid of another object', '', { preconditions: { uid: 'x' } }, 409],
    ['another version', '', { preconditions: { resourceVersion: '1' } }, 409],
    ['a negative grace period', '?gracePeriodSeconds=-1', undefined, 422],
    ['a grace period that is no number', '?gracePeriodSeconds=x', undefined, 400],
    ['an unknown policy', '?propagationPolicy=Some', undefined, 422],
    ['two policies', '?propagationPolicy=Orphan&orphanDependents=true', undefined, 422],
    ['two policies in the body', '', { propagationPolicy: 'Orphan', orphanDependents: false }, 422],
    ['an unknown dry run', '', { dryRun: ['Some'] }, 422],
    ['another kind', '', { kind: 'ConfigMap' }, 400],
    ['the wrong type', '', { gracePeriodSeconds: 'x' }, 400],
  ];
  for (const [name, query, body, status] of refused) {
    it(`${name} is ${status}`, async () => {
      await create('a');
      const answer = await api.request('DELETE', `${CONFIG_MAPS}/a${query}`, body && { body: body as never });
      assert.equal(answer.status, status, answer.text);
      assert.equal((await get(`${CONFIG_MAPS}/a`)).status, 200);
    });
  }

  it('is 202 where the old option asks to wait for what is held back', async () => {
    await create('a', { finalizers: ['example.org/one'] });
    await create('b');
    const query = '?orphanDependents=false';
    assert.equal((await api.request('DELETE', `${CONFIG_MAPS}/a${query}`)).status, 202);
    assert.equal((await api.request('DELETE', `${CONFIG_MAPS}/a`)).status, 200);
    assert.equal((await api.request('DELETE', `${CONFIG_MAPS}/b${query}`)).status, 200);
  });

  it('a collection is not deleted at a version that does not exist', async () => {
    await create('a');
    assert.equal((await api.request('DELETE', `${CONFIG_MAPS}?resourceVersion=999999`)).status, 504);
    assert.equal((await get(`${CONFIG_MAPS}/a`)).status, 200);
  });

  it('a collection goes by its selector', async () => {
    await create('a', { labels: { app: 'x' } });
    await create('b', { labels: { app: 'x' } });
    await create('c');
    const { status, json } = await api.request('DELETE', `${CONFIG_MAPS}?labelSelector=app%3Dx`);
    assert.deepEqual([status, json['kind'], json['status']], [200, 'Status', 'Success']);
    const { json: left } = await get(CONFIG_MAPS);
    assert.deepEqual(
      (left['items'] as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name),
      ['c'],
    );
  });

  describe('of namespaces', () => {
    const post = (path: string, name: string) => api.request('POST', path, { body: { metadata: { name } } });

    it('waits for finalize, and takes no new content meanwhile', async () => {
      const { json: created } = await post('/api/v1/namespaces', 'a');
      assert.deepEqual(JSON.parse(JSON.stringify([created['spec'], created['status']])), [
        { finalizers: ['kubernetes'] },
        { phase: 'Active' },
      ]);
      assert.equal(
        (created['metadata'] as { labels: Record<string, string> }).labels['kubernetes.io/metadata.name'],
        'a',
      );
      const { status, json } = await api.request('DELETE', '/api/v1/namespaces/a');
      assert.deepEqual([status, (json['status'] as Record<string, unknown>)['phase']], [200, 'Terminating']);

      const late = await post('/api/v1/namespaces/a/configmaps', 'x');
      assert.equal(late.status, 403);
      assert.match(late.text, /unable to create new content in namespace a because it is being terminated/);
      assert.match(late.text, /"reason":"NamespaceTerminating"/);

      const body = { ...json, spec: { finalizers: [] } };
      assert.equal((await api.request('PUT', '/api/v1/namespaces/a/finalize', { body })).status, 200);
      assert.equal((await get('/api/v1/namespaces/a')).status, 404);
    });

    it('is refused for those that the system needs', async () => {
      const { status, message } = await api.request('DELETE', '/api/v1/namespaces/default');
      assert.equal(status, 403);
      assert.equal(message, 'namespaces "default" is forbidden: this namespace may not be deleted');
    });

    it('nothing is created where there is no namespace', async () => {
      const { status, message } = await post('/api/v1/namespaces/none/configmaps', 'x');
      assert.deepEqual([status, message], [404, 'namespaces "none" not found']);
    });

    it('status and spec are changed only through their subresources', async () => {
      await post('/api/v1/namespaces', 'a');
      const patch = (path: string, body: object) => api.request('PATCH', path, { body: body as never, headers: MERGE });
      const conditions = [{ type: 'Tested', status: 'True' }];
      const main = await patch('/api/v1/namespaces/a', { status: { conditions }, spec: { finalizers: [] } });
      assert.equal(main.status, 200);
      assert.equal((main.json['status'] as Record<string, unknown>)['conditions'], undefined);
      assert.deepEqual((main.json['spec'] as Record<string, unknown>)['finalizers'], ['kubernetes']);
      const part = await patch('/api/v1/namespaces/a/status', { status: { conditions }, spec: { finalizers: [] } });
      assert.equal(part.status, 200);
      assert.equal(((part.json['status'] as Record<string, unknown>)['conditions'] as unknown[]).length, 1);
      assert.deepEqual((part.json['spec'] as Record<string, unknown>)['finalizers'], ['kubernetes']);
      const unlabelled = await patch('/api/v1/namespaces/a/status', { metadata: { labels: null } });
      const { labels } = unlabelled.json['metadata'] as { labels: Record<string, string> };
      assert.equal(labels['kubernetes.io/metadata.name'], 'a', 'the label of its name stays');
      const wrong = await patch('/api/v1/namespaces/a/status', { status: { phase: 'Terminating' } });
      assert.equal(wrong.status, 422);
      assert.equal((await patch('/api/v1/namespaces/a/finalize', {})).status, 405);
    });
  });
});
