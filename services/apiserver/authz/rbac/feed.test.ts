import assert from 'node:assert/strict';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { CachedStore } from '@pilothouse/storage/cache/store.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';

const CLUSTER = '/apis/rbac.authorization.k8s.io/v1';
const MAPS = '/api/v1/namespaces/default/configmaps';
const ann = authenticatedUser('ann');

describe('decisions', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi();
  });
  afterEach(() => api.close());

  async function write(method: string, path: string, body?: JsonValue): Promise<void> {
    const { status, message } = await api.request(method, path, { ...(body !== undefined && { body }) });
    assert.ok(status < 300, message);
  }

  const subjects = [{ kind: 'User', name: 'ann', apiGroup: 'rbac.authorization.k8s.io' }];
  const roleRef = { kind: 'ClusterRole', name: 'reader', apiGroup: 'rbac.authorization.k8s.io' };
  const rules = (verb: string) => [{ verbs: [verb], apiGroups: [''], resources: ['configmaps'] }];
  const role = `${CLUSTER}/clusterroles/reader`;
  const binding = `${CLUSTER}/namespaces/default/rolebindings/b`;
  const may = async (query = ''): Promise<boolean> =>
    (await api.request('GET', `${MAPS}${query}`, { user: ann })).status === 200;

  it('include a write at once after its response, for every client', async () => {
    for (let round = 0; round < 5; round++) {
      assert.equal(await may(), false);
      await write('PUT', binding, { metadata: { name: 'b' }, roleRef, subjects });
      assert.equal(await may(), false);
      await write('PUT', role, { metadata: { name: 'reader' }, rules: rules('list') });
      assert.equal(await may(), true);
      await write('PUT', role, { metadata: { name: 'reader' }, rules: rules('get') });
      assert.equal(await may(), false);
      await write('PUT', role, { metadata: { name: 'reader' }, rules: rules('*') });
      assert.equal(await may(), true);
      await write('DELETE', binding);
      assert.equal(await may(), false);
      await write('DELETE', role);
    }
  });

  it('include a write of another server as soon as it is seen', async () => {
    const other = await startTestApi({ store: api.store });
    await write('PUT', role, { metadata: { name: 'reader' }, rules: rules('list') });
    await write('PUT', binding, { metadata: { name: 'b' }, roleRef, subjects });
    for (let attempt = 0; ; attempt++) {
      const { status } = await other.request('GET', MAPS, { user: ann });
      if (status === 200) break;
      assert.ok(attempt < 100, 'it was not seen');
      await new Promise((done) => setTimeout(done, 5));
    }
  });

  it('on a list of one object use its name', async () => {
    const one = [{ ...rules('list')[0], verbs: ['list', 'watch', 'deletecollection'], resourceNames: ['x'] }];
    await write('PUT', role, { metadata: { name: 'reader' }, rules: one });
    await write('PUT', binding, { metadata: { name: 'b' }, roleRef, subjects });
    assert.equal(await may('?fieldSelector=metadata.name%3Dx'), true);
    assert.equal(await may('?fieldSelector=metadata.name%3Dx,metadata.namespace%3Ddefault'), true);
    for (const selector of ['', 'metadata.name%3Dy', 'metadata.name!%3Dx', 'metadata.name', 'metadata.name%3Da/b'])
      assert.equal(await may(`?fieldSelector=${selector}`), false, selector);
    const gone = await api.request('DELETE', `${MAPS}?fieldSelector=metadata.name%3Dx`, { user: ann });
    assert.equal(gone.status, 403, gone.message);
    // Authorized by the first name; the list is empty.
    const none = await api.request('GET', `${MAPS}?fieldSelector=metadata.name%3Dy,metadata.name%3Dx`, { user: ann });
    assert.deepEqual([none.status, none.json['items']], [200, []]);
    for (const [name, status] of [
      ['x', 400],
      ['y', 403],
    ] as const) {
      const watch = `${MAPS}?watch=1&resourceVersion=none&fieldSelector=metadata.name%3D${name}`;
      assert.equal((await api.request('GET', watch, { user: ann })).status, status, name);
    }
  });

  it('ignore an undecodable object, which is reported', async () => {
    await api.close();
    const reported: unknown[] = [];
    const [quiet, warn] = [(): void => undefined, (text: unknown): void => void reported.push(text)];
    const logger = { error: warn, warn, info: quiet, debug: quiet, trace: quiet, isLevelEnabled: () => false };
    api = await startTestApi({ logger });
    const broken = Buffer.from('{"kind":"ClusterRoleBinding","apiVersion":"x","metadata":{"name":"broken"}}');
    await api.store.create('/rbac.authorization.k8s.io/clusterrolebindings/broken', broken);
    assert.equal(await may(), false);
    await write('PUT', role, { metadata: { name: 'reader' }, rules: rules('list') });
    await write('PUT', binding, { metadata: { name: 'b' }, roleRef, subjects });
    assert.equal(await may(), true);
    assert.equal((await api.request('GET', '/readyz')).status, 200);
    assert.equal(reported.length, 1);
  });

  it('use the last known state during an outage, while the server is not ready', async () => {
    await write('PUT', role, { metadata: { name: 'reader' }, rules: rules('list') });
    await write('PUT', binding, { metadata: { name: 'b' }, roleRef, subjects });
    const other = await startTestApi({ store: withoutWatches(api.store), logger: SILENT });
    assert.equal((await other.request('GET', MAPS, { user: ann })).status, 200);
    const { status, text } = await other.request('GET', '/readyz');
    assert.equal(status, 500);
    assert.match(text, /^\[-\]poststarthook\/rbac\/bootstrap-roles failed/m);
    assert.equal((await other.request('GET', '/livez')).status, 200);
  });
});

const nothing = (): void => undefined;
const SILENT = {
  error: nothing,
  warn: nothing,
  info: nothing,
  debug: nothing,
  trace: nothing,
  isLevelEnabled: () => false,
};

/** The same store without watches of roles and bindings. */
function withoutWatches(store: CachedStore): CachedStore {
  const watch: CachedStore['watch'] = (prefix, options) => {
    if (prefix.startsWith('/rbac.')) throw new Error('away');
    return store.watch(prefix, options);
  };
  return new Proxy(store, {
    get: (target, name) => (name === 'watch' ? watch : (Reflect.get(target, name) as unknown)),
  });
}
