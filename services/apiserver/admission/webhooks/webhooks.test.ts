import assert from 'node:assert/strict';
import { CONFIG_MAPS, openWebhooks, patched, type WebhookFixture } from './webhooks.test.helper.js';

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('admission webhooks', () => {
  let hooks: WebhookFixture;
  before(async () => {
    hooks = await openWebhooks();
  });
  after(() => hooks.close());
  afterEach(() => hooks.reset());

  it('see a creation as kube-apiserver describes it', async () => {
    assert.equal((await hooks.configure('validating', 'sees')).status, 201);
    assert.equal((await hooks.create('a', { data: { b: 'c' } }, '?fieldManager=test')).status, 201);
    const [{ kind, apiVersion, url, request } = assert.fail()] = hooks.seen;
    assert.deepEqual([kind, apiVersion, url], ['AdmissionReview', 'admission.k8s.io/v1', '/sees?timeout=10s']);
    const { uid, object, ...others } = request;
    assert.match(uid, /^[\da-f-]{36}$/);
    const { metadata, ...content } = plain(object) as { metadata: Record<string, unknown> };
    assert.deepEqual(content, { kind: 'ConfigMap', apiVersion: 'v1', data: { b: 'c' } });
    assert.deepEqual(Object.keys(metadata).sort(), ['creationTimestamp', 'managedFields', 'name', 'namespace', 'uid']);
    assert.deepEqual(plain(others), {
      kind: { group: '', version: 'v1', kind: 'ConfigMap' },
      resource: { group: '', version: 'v1', resource: 'configmaps' },
      requestKind: { group: '', version: 'v1', kind: 'ConfigMap' },
      requestResource: { group: '', version: 'v1', resource: 'configmaps' },
      name: 'a',
      namespace: 'default',
      operation: 'CREATE',
      userInfo: { username: 'admin', groups: ['system:masters', 'system:authenticated'] },
      oldObject: null,
      dryRun: false,
      options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', fieldManager: 'test' },
    });
  });

  it('change an object one after the other', async () => {
    hooks.handle('one', (review) => patched(review, { op: 'add', path: '/data', value: { one: '1' } }));
    hooks.handle('two', (review) => {
      assert.deepEqual(plain(review.request.object?.['data']), { one: '1' });
      return patched(review, { op: 'add', path: '/data/two', value: '2' });
    });
    await hooks.configure('mutating', 'two');
    await hooks.configure('mutating', 'one');
    const { status, json } = await hooks.create('changed');
    assert.equal(status, 201);
    assert.deepEqual(plain(json['data']), { one: '1', two: '2' });
    assert.deepEqual(
      hooks.seen.map(({ url }) => url),
      ['/one?timeout=10s', '/two?timeout=10s'],
    );
  });

  it('refuse a write', async () => {
    hooks.handle('no', ({ request: { uid } }) => ({
      uid,
      allowed: false,
      status: { code: 403, reason: 'Forbidden', message: 'not today' },
      warnings: ['think again'],
    }));
    await hooks.configure('validating', 'no');
    const { status, json, headers, message } = await hooks.create('refused');
    assert.equal(status, 403);
    assert.equal(message, 'admission webhook "no.example.com" denied the request: not today');
    assert.equal(json['reason'], 'Forbidden');
    assert.equal(headers['warning'], '299 - "think again"');
    assert.equal((await hooks.api.request('GET', `${CONFIG_MAPS}/refused`)).status, 404);
  });

  it('see updates and deletions', async () => {
    await hooks.create('changes');
    await hooks.configure('validating', 'changes');
    const merge = { 'content-type': 'application/merge-patch+json' };
    await hooks.api.request('PATCH', `${CONFIG_MAPS}/changes`, { body: { data: { a: 'b' } }, headers: merge });
    await hooks.api.request('DELETE', `${CONFIG_MAPS}/changes`);
    const seen = hooks.seen.map(({ request: { operation, object, oldObject, options } }) => [
      operation,
      (object as { data?: unknown } | null)?.data,
      (oldObject as { data?: unknown } | null)?.data,
      (options as { kind?: unknown } | null)?.kind,
    ]);
    assert.deepEqual(plain(seen), [
      ['UPDATE', { a: 'b' }, null, 'UpdateOptions'],
      ['DELETE', null, { a: 'b' }, 'DeleteOptions'],
    ]);
  });

  it('see the version that an update replaces', async () => {
    const { json } = await hooks.create('versioned');
    await hooks.configure('validating', 'versioned');
    const body = { metadata: { name: 'versioned' }, data: { a: 'b' } };
    assert.equal((await hooks.api.request('PUT', `${CONFIG_MAPS}/versioned`, { body })).status, 200);
    const { object: seen, oldObject } = hooks.seen[0]?.request ?? assert.fail();
    const [object, old] = [seen, oldObject].map(
      (each) => (each as { metadata?: { resourceVersion?: unknown } }).metadata?.resourceVersion,
    );
    assert.equal(object, (json['metadata'] as { resourceVersion?: unknown }).resourceVersion);
    assert.equal(old, object);
  });

  it('are not asked about webhook configurations', async () => {
    const rules = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }];
    await hooks.configure('validating', 'all', { rules });
    await hooks.configure('mutating', 'every', { rules });
    assert.deepEqual(hooks.seen, []);
    await hooks.create('asked');
    assert.equal(hooks.seen.length, 2);
  });
});
