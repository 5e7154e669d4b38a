import assert from 'node:assert/strict';
import { startTestApi, type TestApi, type TestResponse } from '../server/api.test.helper.js';

const MERGE = { 'content-type': 'application/merge-patch+json' };

function metadataOf({ json }: TestResponse): Record<string, unknown> {
  return json['metadata'] as Record<string, unknown>;
}

describe('deletion of namespaces', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi();
  });
  afterEach(() => api.close());

  const get = (path: string) => api.request('GET', path);
  const post = (path: string, name: string) => api.request('POST', path, { body: { metadata: { name } } });

  it('waits for finalize, and refuses new content meanwhile', async () => {
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

  it('has no grace period, and writes nothing the second time while there is content', async () => {
    await post('/api/v1/namespaces', 'a');
    const first = await api.request('DELETE', '/api/v1/namespaces/a?gracePeriodSeconds=30&propagationPolicy=Orphan');
    const { deletionTimestamp, deletionGracePeriodSeconds, finalizers } = metadataOf(first);
    assert.deepEqual(
      [deletionTimestamp, deletionGracePeriodSeconds, finalizers],
      ['2026-01-02T03:04:05Z', undefined, ['orphan']],
    );
    const second = await api.request('DELETE', '/api/v1/namespaces/a?propagationPolicy=Background');
    assert.deepEqual([second.status, metadataOf(second)], [200, metadataOf(first)]);
  });

  it('waits for both kinds of finalizers, in either order', async () => {
    for (const order of [
      ['spec', 'metadata'],
      ['metadata', 'spec'],
    ]) {
      await api.request('POST', '/api/v1/namespaces', { body: { metadata: { name: 'a', finalizers: ['a.b/c'] } } });
      await api.request('DELETE', '/api/v1/namespaces/a');
      for (const part of order) {
        const { status, json } = await get('/api/v1/namespaces/a');
        assert.equal(status, 200);
        const done = await (part === 'spec'
          ? api.request('PUT', '/api/v1/namespaces/a/finalize', { body: { ...json, spec: {} } })
          : api.request('PATCH', '/api/v1/namespaces/a', { body: { metadata: { finalizers: null } }, headers: MERGE }));
        assert.equal(done.status, 200, done.text);
      }
      assert.equal((await get('/api/v1/namespaces/a')).status, 404);
    }
  });

  it('is refused for system namespaces', async () => {
    const { status, message } = await api.request('DELETE', '/api/v1/namespaces/default');
    assert.equal(status, 403);
    assert.equal(message, 'namespaces "default" is forbidden: this namespace may not be deleted');
  });

  it('creates in a missing namespace are refused', async () => {
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
    assert.equal(labels['kubernetes.io/metadata.name'], 'a', 'the name label stays');
    const wrong = await patch('/api/v1/namespaces/a/status', { status: { phase: 'Terminating' } });
    assert.equal(wrong.status, 422);
    assert.equal((await patch('/api/v1/namespaces/a/finalize', {})).status, 405);
  });
});
