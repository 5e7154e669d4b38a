import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { startTestApi, type TestApi, type TestRequest, type TestResponse } from '../server/api.test.helper.js';
import { ownersOf } from './server-side-apply.test.helper.js';

const RBAC = 'rbac.authorization.k8s.io';
const ROLES = `/apis/${RBAC}/v1/clusterroles`;
const BINDINGS = `/apis/${RBAC}/v1/clusterrolebindings`;
const IGNORED =
  '299 - "rules: computed from the ClusterRoles that aggregationRule selects; the rules in the request are ignored"';

const rule = (resource: string): JsonObject => ({ verbs: ['get'], apiGroups: [''], resources: [resource] });
const selecting = (...labels: readonly string[]): JsonObject => ({
  aggregationRule: { clusterRoleSelectors: labels.map((label) => ({ matchLabels: { to: label } })) },
});

describe('the rules of an aggregated ClusterRole', () => {
  let api: TestApi;
  let names = 0;
  let name = '';
  let label = '';
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  beforeEach(async () => {
    name = `sum-${++names}`;
    label = `to-${names}`;
    await create(`part-${names}`, { metadata: { labels: { to: label } }, rules: [rule('pods')] });
  });

  const create = (called: string, { metadata = {}, ...rest }: JsonObject, request: TestRequest = {}) =>
    api.request('POST', `${ROLES}?fieldManager=maker`, {
      body: { metadata: { ...(metadata as JsonObject), name: called }, ...rest },
      ...request,
    });
  const sum = (rest: JsonObject = {}): Promise<TestResponse> => create(name, { ...selecting(label), ...rest });
  const patch = (type: string, body: JsonValue, query = '', request: TestRequest = {}): Promise<TestResponse> =>
    api.request('PATCH', `${ROLES}/${name}?fieldManager=me${query}`, {
      body,
      headers: { 'content-type': `application/${type}` },
      ...request,
    });
  const put = (rest: JsonObject): Promise<TestResponse> =>
    api.request('PUT', `${ROLES}/${name}?fieldManager=me`, { body: { metadata: { name }, ...rest } });
  const apply = (rest: JsonObject, query = '', request: TestRequest = {}): Promise<TestResponse> =>
    patch(
      'apply-patch+yaml',
      { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name }, ...rest },
      query,
      request,
    );

  const assertRules = ({ status, json, headers, text }: TestResponse, rules: JsonValue, warning?: string): void => {
    assert.ok(status === 200 || status === 201, text);
    assert.deepEqual(plain(json['rules']), rules);
    assert.equal(headers['warning'], warning);
    if (json['aggregationRule'] === undefined) return;
    const isOwned = ownersOf(json).some((owner) => owner.startsWith('me ') && owner.includes('.rules'));
    assert.ok(!isOwned, 'a write does not own computed rules');
  };

  describe('are computed', () => {
    it('on create, with a warning if the request has other rules', async () => {
      assertRules(await sum({ rules: [rule('secrets')] }), [rule('pods')], IGNORED);
    });

    for (const rules of [undefined, [], [rule('pods')]]) {
      it(`without a warning if the request has ${JSON.stringify(rules)}`, async () => {
        assertRules(await sum(rules && { rules }), [rule('pods')]);
      });
    }

    it('from roles that are themselves aggregated', async () => {
      await sum({ metadata: { labels: { to: `${label}-twice` } } });
      assertRules(await create(`${name}-twice`, selecting(`${label}-twice`)), [rule('pods')]);
    });

    it('without the role itself', async () => {
      assertRules(
        await sum({ metadata: { labels: { to: label } }, rules: [rule('secrets')] }),
        [rule('pods')],
        IGNORED,
      );
    });
  });

  const writes: Readonly<Record<string, (rules: JsonValue) => Promise<TestResponse>>> = {
    PUT: (rules) => put({ ...selecting(label), rules }),
    'a merge patch': (rules) => patch('merge-patch+json', { rules }),
    'a strategic merge patch': (rules) => patch('strategic-merge-patch+json', { rules }),
    'a JSON patch': (rules) => patch('json-patch+json', [{ op: 'replace', path: '/rules', value: rules }]),
    apply: (rules) => apply({ rules }),
    'forced apply': (rules) => apply({ ...selecting(label), rules }, '&force=true'),
  };
  for (const [how, write] of Object.entries(writes)) {
    it(`cannot be changed by ${how}`, async () => {
      await sum();
      for (const rules of [[rule('secrets')], [], [rule('pods'), rule('secrets')]]) {
        assertRules(await write(rules), [rule('pods')], IGNORED);
      }
      assertRules(await write([rule('pods')]), [rule('pods')]);
      assertRules(await api.request('GET', `${ROLES}/${name}`), [rule('pods')]);
    });
  }

  it('are also computed in a dry run', async () => {
    await sum();
    assertRules(await patch('merge-patch+json', { rules: [] }, '&dryRun=All'), [rule('pods')], IGNORED);
  });

  it('allow other changes, without a warning', async () => {
    await sum();
    const { json } = await api.request('GET', `${ROLES}/${name}`);
    assertRules(await patch('merge-patch+json', { metadata: { labels: { a: 'b' } } }), [rule('pods')]);
    const { aggregationRule, rules } = json as { aggregationRule: JsonObject; rules: JsonObject[] };
    assertRules(await put({ metadata: { name, annotations: { a: 'b' } }, aggregationRule, rules }), [rule('pods')]);
  });

  it('follow the selected roles on the next write, even if the client does not send them', async () => {
    await sum();
    await create(`more-${names}`, { metadata: { labels: { to: label } }, rules: [rule('nodes')] });
    const both = [rule('nodes'), rule('pods')];
    assertRules(await put({ ...selecting(label), rules: [rule('pods')] }), both);
    assertRules(await put({ ...selecting(label), rules: both }), both);
    for (const each of [`more-${names}`, `part-${names}`]) await api.request('DELETE', `${ROLES}/${each}`);
    assertRules(await patch('merge-patch+json', { metadata: { labels: { c: 'd' } } }), []);
  });

  describe('of a role that changes', () => {
    it('to an aggregated one replace its own, with a warning', async () => {
      await create(name, { rules: [rule('secrets')] });
      assertRules(await patch('merge-patch+json', selecting(label)), [rule('pods')], IGNORED);
    });

    it('to an aggregated one by apply replace its own, which its manager owned', async () => {
      await apply({ rules: [rule('secrets')] });
      assertRules(await apply({ ...selecting(label), rules: [rule('secrets')] }), [rule('pods')], IGNORED);
      assertRules(await apply(selecting(label)), [rule('pods')]);
    });

    it('from an aggregated one stay, and can then be changed and owned', async () => {
      await sum();
      assertRules(await patch('merge-patch+json', { aggregationRule: null }), [rule('pods')]);
      const changed = await patch('merge-patch+json', { rules: [rule('secrets')] });
      assertRules(changed, [rule('secrets')]);
      assert.deepEqual(ownersOf(changed.json).join(), `me Update ${RBAC}/v1: .rules`);
      await put({ ...selecting(label), rules: [] });
      assertRules(await put({ rules: [rule('nodes')] }), [rule('nodes')]);
    });

    it('from an aggregated one by apply are those of the config', async () => {
      await apply(selecting(label));
      const { json } = await apply({ rules: [rule('secrets')] });
      assert.deepEqual([json['aggregationRule'], plain(json['rules'])], [undefined, [rule('secrets')]]);
      assert.deepEqual(ownersOf(json), [`me Apply ${RBAC}/v1: .rules`]);
    });
  });

  it('never conflict: several managers can apply the same config with empty rules', async () => {
    for (const manager of ['a', 'b', 'a']) {
      const { status, json, text } = await api.request('PATCH', `${ROLES}/${name}?fieldManager=${manager}`, {
        body: { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name }, ...selecting(label), rules: [] },
        headers: { 'content-type': 'application/apply-patch+yaml' },
      });
      assert.ok(status < 300, text);
      assert.deepEqual(plain(json['rules']), [rule('pods')]);
    }
  });

  it('are not computed from an invalid selector: 422', async () => {
    const clusterRoleSelectors = [{ matchExpressions: [{ key: 'to', operator: 'In' }] }];
    for (const aggregationRule of [{}, { clusterRoleSelectors: [] }, { clusterRoleSelectors }]) {
      assert.equal((await create(name, { aggregationRule, rules: [] })).status, 422);
    }
  });

  describe('and escalation', () => {
    const account = 'system:serviceaccount:kube-system:clusterrole-aggregation-controller';
    const bound = async (user: string, verbs: string[]): Promise<TestRequest> => {
      const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name: `rights-${user}`.replaceAll(':', '-') };
      await create(roleRef.name, { rules: [{ verbs, apiGroups: [RBAC], resources: ['clusterroles'] }] });
      const subjects = [{ apiGroup: RBAC, kind: 'User', name: user }];
      await api.request('POST', BINDINGS, { body: { metadata: { name: roleRef.name }, roleRef, subjects } });
      return { user: authenticatedUser(user) };
    };

    it("can be applied by Kubernetes' controller, also if they are empty", async () => {
      const controller = await bound(account, ['get', 'list', 'watch', 'update', 'patch', 'escalate']);
      const applied = (rest: JsonObject): Promise<TestResponse> =>
        api.request('PATCH', `${ROLES}/${name}?fieldManager=clusterrole-aggregation-controller&force=true`, {
          body: { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name }, ...rest },
          headers: { 'content-type': 'application/apply-patch+yaml' },
          ...controller,
        });
      await sum();
      const more = `more-${names}`;
      await create(more, { metadata: { labels: { to: label } }, rules: [rule('secrets')] });
      const both = [rule('secrets'), rule('pods')];
      assertRules(await applied({ rules: both }), both);
      await api.request('DELETE', `${ROLES}/${more}`);
      await api.request('DELETE', `${ROLES}/part-${names}`);
      assertRules(await applied({}), []);
    });

    it('grant a controller nothing beyond the selected rules, whatever its name', async () => {
      const controller = await bound(`${account}-2`, ['patch', 'escalate']);
      await sum();
      assertRules(await apply({ rules: [rule('secrets')] }, '&force=true', controller), [rule('pods')], IGNORED);
    });

    it('are refused to users without all these rights', async () => {
      const eve = await bound('eve', ['patch', 'create']);
      await sum();
      const refused = [
        await patch('merge-patch+json', { metadata: { labels: { a: 'b' } } }, '', eve),
        await patch('merge-patch+json', { aggregationRule: null }, '', eve),
        await apply({ ...selecting(label, 'other'), rules: [] }, '&force=true', eve),
        await create(`${name}-eve`, selecting(label), eve),
        await create(`${name}-eve`, selecting('nothing'), eve),
      ];
      assertRules(await patch('merge-patch+json', { rules: [] }, '', eve), [rule('pods')], IGNORED);
      for (const { status, message } of refused) {
        assert.equal(status, 403);
        assert.match(message, /attempting to grant RBAC permissions|must have cluster-admin privileges/);
      }
    });

    it('let the garbage collector remove finalizers, also after a change of the rules', async () => {
      const collector = await bound('collector', ['patch']);
      await sum({ metadata: { finalizers: ['example.com/wait'] } });
      await api.request('DELETE', `${ROLES}/part-${names}`);
      const { status, json, text } = await patch('merge-patch+json', { metadata: { finalizers: null } }, '', collector);
      assert.deepEqual([status, plain(json['rules'])], [200, []], text);
    });
  });
});
