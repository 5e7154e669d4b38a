import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { createLogger } from '@pilothouse/runtime/logging/logger.js';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import type { Store } from '@pilothouse/storage/store.js';
import { encryptedStore } from '@pilothouse/storage/encryption/store.js';
import type { Transformer } from '@pilothouse/storage/encryption/transformer.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { ALL_FEATURES } from '../features/all-features.test.helper.js';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';
import { cacheInFront } from '../server/stores/cache.js';

const REASON = 'no matching key was found for the provided AES transformer';
const MAPS = '/api/v1/namespaces/default/configmaps';
const IGNORING = { ignoreStoreReadErrorWithClusterBreakingPotential: true };

/** Cannot read what begins with an exclamation mark. */
const transformer: Transformer = {
  read(value) {
    if (value[0] === 0x21) throw new Error(REASON);
    return { value, isStale: false };
  },
  write: (value) => value,
  isCurrent: () => true,
};

async function startApi(backend: Store, features = false): Promise<TestApi> {
  await backend.create('/configmaps/default/lost', Buffer.from('!'));
  const store = encryptedStore(backend, { prefix: '/registry', transformerOf: () => transformer });
  const cache = cacheInFront(store, { definitions: builtInResources(createDomain()), logger: createLogger(0) });
  const api = await startTestApi({ store: cache, ...(features && { features: ALL_FEATURES }) });
  await api.request('POST', MAPS, { body: { metadata: { name: 'kept' } } });
  return api;
}

describe('an object that cannot be read from the store', () => {
  let backend: Store;
  let api: TestApi;
  before(async () => {
    backend = await openEmbeddedStore({ ephemeral: true });
    api = await startApi(backend);
  });
  after(() => api.close());

  const failure = (message: string): JsonObject => ({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `Internal error occurred: ${message}`,
    reason: 'InternalError',
    details: { causes: [{ message }] },
    code: 500,
  });

  // Recorded from kube-apiserver 1.36.
  for (const [method, target, body] of [
    ['GET', `${MAPS}/lost`, undefined],
    ['GET', `${MAPS}/lost?resourceVersion=0`, undefined],
    ['PUT', `${MAPS}/lost`, { metadata: { name: 'lost' } }],
    ['PATCH', `${MAPS}/lost`, { data: { a: 'b' } }],
    ['DELETE', `${MAPS}/lost`, undefined],
    ['DELETE', `${MAPS}/lost`, IGNORING],
  ] as const) {
    it(`gets the reason: ${method} ${target}${body === IGNORING ? ' without the gate' : ''}`, async () => {
      const headers = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {};
      const { json } = await api.request(method, target, { ...(body && { body }), headers });
      assert.deepEqual(JSON.parse(JSON.stringify(json)), failure(REASON));
    });
  }

  for (const target of [MAPS, `${MAPS}?resourceVersion=0`, '/api/v1/configmaps', `${MAPS}?watch=1`]) {
    it(`is named by a list: ${target}`, async () => {
      const { json } = await api.request('GET', target);
      const key = '/registry/configmaps/default/lost';
      const message = `unable to transform key "${key}": ${REASON}`;
      assert.deepEqual(JSON.parse(JSON.stringify(json)), failure(message));
    });
  }

  it('ends watches of its collection with the reason, and no others', async () => {
    const { json } = await api.request('GET', '/api/v1/secrets');
    const from = (json['metadata'] as JsonObject)['resourceVersion'] as string;
    const watch = api.watch(`${MAPS}?watch=1&resourceVersion=${from}`);
    const other = api.watch(`/api/v1/secrets?watch=1&resourceVersion=${from}`);
    const [failed, served] = [watch.next(), other.next()];
    await backend.create('/configmaps/default/broken', Buffer.from('!'));
    const { value } = await failed;
    assert.deepEqual(JSON.parse(JSON.stringify(value)), { type: 'ERROR', object: failure(REASON) });
    assert.equal((await watch.next()).done, true);
    await api.request('POST', '/api/v1/namespaces/default/secrets', { body: { metadata: { name: 'a' } } });
    assert.equal((await served).value?.['type'], 'ADDED');
    await other.return(undefined);
  });

  it('does not affect others', async () => {
    assert.equal((await api.request('GET', `${MAPS}/kept`)).status, 200);
    assert.equal((await api.request('GET', '/api/v1/namespaces/other/configmaps')).status, 200);
    assert.equal((await api.request('GET', '/api/v1/secrets')).status, 200);
  });
});

describe('the deletion of an object that cannot be read', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startApi(await openEmbeddedStore({ ephemeral: true }), true);
  });
  afterEach(() => api.close());
  const remove = (target: string, body: JsonObject = IGNORING, user?: string) =>
    api.request('DELETE', `${MAPS}${target}`, {
      body,
      ...(user !== undefined && { user: authenticatedUser(user, []) }),
    });
  const field = 'ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true';

  it('succeeds, and lists name it before', async () => {
    const { json } = await api.request('GET', MAPS);
    const listed = JSON.parse(JSON.stringify(json)) as { reason: string; message: string; details: object };
    const [key, why] = [
      '/registry/configmaps/default/lost',
      `data from the storage is not transformable revision=0: ${REASON}`,
    ];
    assert.equal(listed.message, 'failed to read one or more configmaps from the storage');
    assert.equal(listed.reason, 'StoreReadError');
    assert.deepEqual(listed.details, {
      name: 'list',
      kind: 'configmaps',
      causes: [
        {
          reason: 'UnexpectedServerResponse',
          message: `StorageError: corrupt object, Code: 7, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`,
          field: key,
        },
      ],
    });
    const { status, json: deleted } = await remove('/lost');
    assert.deepEqual([status, deleted['status']], [200, 'Success']);
    assert.equal((await api.request('GET', `${MAPS}/lost`)).status, 404);
    assert.equal((await api.request('GET', MAPS)).status, 200);
  });

  for (const [what, target, body, message] of [
    [
      'an object that can be read',
      '/kept',
      IGNORING,
      `${field}: is exclusively used to delete corrupt object(s), try again by removing this option`,
    ],
    [
      'an absent object',
      '/absent',
      IGNORING,
      `${field}: is exclusively used to delete corrupt object(s), try again by removing this option`,
    ],
    [
      'a collection',
      '',
      IGNORING,
      `${field}: is not allowed with DELETECOLLECTION, try again after removing the option`,
    ],
    ['a dry run', '/lost', { ...IGNORING, dryRun: ['All'] }, `${field}: cannot be set together with .dryRun`],
    [
      'a grace period',
      '/lost',
      { ...IGNORING, gracePeriodSeconds: 0 },
      `${field}: cannot be set together with .gracePeriodSeconds`,
    ],
    [
      'preconditions',
      '/lost',
      { ...IGNORING, preconditions: { uid: 'u' } },
      `${field}: cannot be set together with .preconditions`,
    ],
  ] as const) {
    it(`is refused for ${what}`, async () => {
      const response = await remove(target, JSON.parse(JSON.stringify(body)) as JsonObject);
      assert.equal(response.status, 422);
      assert.ok(response.message.endsWith(message), response.message);
    });
  }

  it('needs a verb of its own', async () => {
    const rbac = '/apis/rbac.authorization.k8s.io/v1';
    const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['delete'] }];
    await api.request('POST', `${rbac}/clusterroles`, { body: { metadata: { name: 'remove' }, rules } });
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'remove' };
    const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ann' }];
    await api.request('POST', `${rbac}/clusterrolebindings`, {
      body: { metadata: { name: 'remove' }, roleRef, subjects },
    });
    const { status, message } = await remove('/lost', IGNORING, 'ann');
    assert.equal(status, 403);
    assert.match(
      message,
      /^configmaps "lost" is forbidden: not permitted to do "unsafe-delete-ignore-read-errors", reason: /,
    );
  });
});
