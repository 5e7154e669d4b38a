import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { CachedStore } from '@pilothouse/storage/cache/store.js';
import { authenticatedUser, type User } from '@pilothouse/token-authenticators/user.js';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';

const GROUP = 'rbac.authorization.k8s.io';
const CLUSTER = `/apis/${GROUP}/v1`;
const HERE = `${CLUSTER}/namespaces/default`;
const MERGE = { 'content-type': 'application/merge-patch+json' };
const APPLY = { 'content-type': 'application/apply-patch+yaml' };

const rule = (verbs: readonly string[], resource: string, group = ''): JsonObject => ({
  verbs: [...verbs],
  apiGroups: [group],
  resources: [resource],
});
const READ = rule(['get'], 'configmaps');
const WRITE = rule(['get', 'update'], 'configmaps');

/** May write roles and bindings in a namespace, and read its ConfigMaps. */
const ann = authenticatedUser('ann');
/** Has the same permissions in the whole cluster. */
const zoe = authenticatedUser('zoe');
/** May also escalate roles in the namespace, and bind the ClusterRole `writer`. */
const bob = authenticatedUser('bob');

describe('RBAC escalation prevention', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
    const policy = ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'].map((name) =>
      rule(['create', 'update', 'patch', 'get'], name, GROUP),
    );
    await made(`${CLUSTER}/clusterroles`, { metadata: { name: 'maker' }, rules: [...policy, READ] });
    await made(`${CLUSTER}/clusterroles`, { metadata: { name: 'reader' }, rules: [READ] });
    await made(`${CLUSTER}/clusterroles`, { metadata: { name: 'writer' }, rules: [WRITE] });
    await made(`${HERE}/roles`, { metadata: { name: 'writer' }, rules: [WRITE] });
    await made(`${HERE}/roles`, {
      metadata: { name: 'more' },
      rules: [
        rule(['escalate'], 'roles', GROUP),
        { ...rule(['bind'], 'clusterroles', GROUP), resourceNames: ['writer'] },
      ],
    });
    await made(`${HERE}/rolebindings`, binding('maker', 'ClusterRole', 'maker', ['ann', 'bob']));
    await made(`${HERE}/rolebindings`, binding('more', 'Role', 'more', ['bob']));
    await made(`${CLUSTER}/clusterrolebindings`, binding('maker', 'ClusterRole', 'maker', ['zoe']));
  });
  after(() => api.close());

  function binding(name: string, kind: string, role: string, users: readonly string[]): JsonObject {
    return {
      metadata: { name },
      roleRef: { apiGroup: GROUP, kind, name: role },
      subjects: users.map((each) => ({ apiGroup: GROUP, kind: 'User', name: each })),
    };
  }

  async function made(path: string, body: JsonValue): Promise<void> {
    const { status, message } = await api.request('POST', path, { body });
    assert.equal(status, 201, message);
  }

  const lacks = (who: string, what: string, lines: string): string =>
    `${what} is forbidden: user "${who}" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n${lines}`;
  const UPDATE = '{APIGroups:[""], Resources:["configmaps"], Verbs:["update"]}';
  const role = (rules: readonly JsonObject[], rest: JsonObject = {}): JsonObject => ({
    metadata: { name: 'x' },
    rules: [...rules],
    ...rest,
  });
  const sum = { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] } };

  const creations: readonly (readonly [
    name: string,
    user: User,
    path: string,
    body: JsonObject,
    code: number,
    message?: string,
  ])[] = [
    ['a role with held rules', ann, `${HERE}/roles`, role([READ]), 201],
    ['a role without rules', ann, `${HERE}/roles`, role([]), 201],
    ['a role with more rules', ann, `${HERE}/roles`, role([WRITE]), 403, lacks('ann', `roles.${GROUP} "x"`, UPDATE)],
    ['a role with more rules and the verb escalate', bob, `${HERE}/roles`, role([WRITE]), 201],
    [
      'a role with all rules',
      ann,
      `${HERE}/roles`,
      role([rule(['*'], '*', '*')]),
      403,
      lacks('ann', `roles.${GROUP} "x"`, '{APIGroups:["*"], Resources:["*"], Verbs:["*"]}'),
    ],
    ['a ClusterRole with held rules', zoe, `${CLUSTER}/clusterroles`, role([READ]), 201],
    [
      'a ClusterRole with a non-resource path',
      zoe,
      `${CLUSTER}/clusterroles`,
      role([{ verbs: ['get'], nonResourceURLs: ['/metrics'] }]),
      403,
      lacks('zoe', `clusterroles.${GROUP} "x"`, '{NonResourceURLs:["/metrics"], Verbs:["get"]}'),
    ],
    [
      'a ClusterRole with a path that every user may get',
      zoe,
      `${CLUSTER}/clusterroles`,
      role([{ verbs: ['get'], nonResourceURLs: ['/version'] }]),
      201,
    ],
    [
      'a ClusterRole with an aggregationRule',
      zoe,
      `${CLUSTER}/clusterroles`,
      role([], sum),
      403,
      'must have cluster-admin privileges to use the aggregationRule',
    ],
    ['a binding to held rules', ann, `${HERE}/rolebindings`, binding('x', 'ClusterRole', 'reader', ['al']), 201],
    [
      'a binding to more rules',
      ann,
      `${HERE}/rolebindings`,
      binding('x', 'Role', 'writer', ['al']),
      403,
      lacks('ann', `rolebindings.${GROUP} "x"`, UPDATE),
    ],
    [
      'a binding to more rules with the verb bind',
      bob,
      `${HERE}/rolebindings`,
      binding('x', 'ClusterRole', 'writer', ['al']),
      201,
    ],
    [
      'a binding to more rules without the verb bind',
      bob,
      `${HERE}/rolebindings`,
      binding('x', 'Role', 'writer', ['al']),
      403,
      lacks('bob', `rolebindings.${GROUP} "x"`, UPDATE),
    ],
    [
      'a binding to a missing role',
      ann,
      `${HERE}/rolebindings`,
      binding('x', 'Role', 'none', ['al']),
      404,
      `role.${GROUP} "none" not found`,
    ],
    [
      'a ClusterRoleBinding to more rules',
      zoe,
      `${CLUSTER}/clusterrolebindings`,
      binding('x', 'ClusterRole', 'cluster-admin', ['zoe']),
      403,
      lacks(
        'zoe',
        `clusterrolebindings.${GROUP} "x"`,
        '{APIGroups:["*"], Resources:["*"], Verbs:["*"]}\n{NonResourceURLs:["*"], Verbs:["*"]}',
      ),
    ],
  ];
  for (const [name, user, path, body, code, text = ''] of creations) {
    it(`checks the creation of ${name}`, async () => {
      const { status, message } = await api.request('POST', `${path}?dryRun=All`, { user, body });
      assert.equal(status, code, message);
      assert.ok(message.endsWith(text), message);
    });
  }

  it('checks every kind of update of a role', async () => {
    await made(`${HERE}/roles`, { metadata: { name: 'changed' }, rules: [READ] });
    const path = `${HERE}/roles/changed`;
    const type = { apiVersion: `${GROUP}/v1`, kind: 'Role', metadata: { name: 'changed' } };
    const ways = (rules: JsonObject[]) =>
      [
        ['PUT', path, { body: { metadata: { name: 'changed' }, rules } }],
        ['PATCH', path, { body: { rules }, headers: MERGE }],
        ['PATCH', `${path}?fieldManager=m&force=true`, { body: { ...type, rules }, headers: APPLY }],
      ] as const;
    for (const [method, target, request] of ways([READ, WRITE])) {
      const { status, message } = await api.request(method, target, { user: ann, ...request });
      assert.equal(status, 403, message);
      assert.ok(message.endsWith(UPDATE), message);
      assert.equal((await api.request(method, target, { user: bob, ...request })).status, 200);
      for (const [again, back, less] of ways([READ]).slice(0, 1)) {
        const { status: done, message: why } = await api.request(again, back, { user: ann, ...less });
        assert.equal(done, 200, why);
      }
    }
  });

  it('checks a role that a PUT or an apply creates', async () => {
    const path = `${HERE}/roles/new`;
    const body = { apiVersion: `${GROUP}/v1`, kind: 'Role', metadata: { name: 'new' }, rules: [WRITE] };
    assert.equal((await api.request('PUT', path, { user: ann, body })).status, 403);
    const applied = await api.request('PATCH', `${path}?fieldManager=m`, { user: ann, body, headers: APPLY });
    assert.equal(applied.status, 403);
  });

  it('requires the verb create for a PUT or an apply that creates', async () => {
    await made(`${CLUSTER}/clusterroles`, {
      metadata: { name: 'updater' },
      rules: [rule(['update', 'patch', 'get'], 'configmaps')],
    });
    await made(`${HERE}/rolebindings`, binding('updater', 'ClusterRole', 'updater', ['cleo']));
    const path = '/api/v1/namespaces/default/configmaps/new';
    const cleo = authenticatedUser('cleo');
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'new' } };
    const ways = [
      ['PATCH', `${path}?fieldManager=m`, { body, headers: APPLY }],
      ['PUT', path, { body }],
    ] as const;
    for (const [method, target, request] of ways) {
      const { status, message } = await api.request(method, target, { ...request, user: cleo });
      assert.equal(status, method === 'PUT' ? 404 : 403, message);
      if (status === 403) assert.match(message, /^configmaps "new" is forbidden: User "cleo" cannot create resource/);
    }
  });

  it('refuses a binding in which users name themselves', async () => {
    await made(`${HERE}/rolebindings`, binding('changed', 'Role', 'writer', ['al']));
    const subjects = [{ apiGroup: GROUP, kind: 'User', name: 'ann' }];
    const request = { body: { subjects }, headers: MERGE };
    const path = `${HERE}/rolebindings/changed`;
    assert.equal((await api.request('PATCH', path, { ...request, user: ann })).status, 403);
    assert.equal((await api.request('PATCH', `${path}?dryRun=All`, request)).status, 200);
  });

  it('checks a binding to a role that another server has just changed or created', async () => {
    await made(`${HERE}/roles`, { metadata: { name: 'widened' }, rules: [READ] });
    const behind = await startTestApi({ store: blindTo(api.store, GROUP) });
    const bind = (role: string) => {
      const body = binding('x', 'Role', role, ['al']);
      return behind.request('POST', `${HERE}/rolebindings?dryRun=All`, { user: ann, body });
    };
    assert.equal((await bind('widened')).status, 201);
    const body = { metadata: { name: 'widened' }, rules: [READ, WRITE] };
    assert.equal((await api.request('PUT', `${HERE}/roles/widened`, { body })).status, 200);
    const { status, message } = await bind('widened');
    assert.equal(status, 403, message);
    assert.ok(message.endsWith(UPDATE), message);
    assert.equal((await bind('later')).status, 404);
    await made(`${HERE}/roles`, { metadata: { name: 'later' }, rules: [READ] });
    assert.equal((await bind('later')).status, 201);
  });

  it('allows the garbage collector to remove owners and finalizers of any role', async () => {
    await made(`${HERE}/roles`, { metadata: { name: 'owned', finalizers: ['a/b'] }, rules: [WRITE] });
    const patch = (metadata: JsonObject) =>
      api.request('PATCH', `${HERE}/roles/owned`, { user: ann, body: { metadata }, headers: MERGE });
    assert.equal((await patch({ labels: { a: 'b' } })).status, 403);
    assert.equal((await patch({ finalizers: null })).status, 200);
  });
});

/** The same store, whose watches of a group's resources carry no events. */
function blindTo(store: CachedStore, group: string): CachedStore {
  const watch: CachedStore['watch'] = async function* (prefix, options) {
    if (!prefix.startsWith(`/${group}/`)) return yield* store.watch(prefix, options);
    await new Promise((resolve) => options.signal.addEventListener('abort', resolve, { once: true }));
  };
  return new Proxy(store, {
    get: (target, name) => (name === 'watch' ? watch : (Reflect.get(target, name) as unknown)),
  });
}
