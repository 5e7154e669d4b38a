import assert from 'node:assert/strict';
import { clusterRoleSchema } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { compileProtobufEncoder } from '@pilothouse/apimachinery/protobuf/encode.js';
import { encodeEnvelope } from '@pilothouse/apimachinery/protobuf/envelope.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { refusals } from '../../registry/conformance.test.helper.js';

const GROUP = '/apis/rbac.authorization.k8s.io/v1';
const ROLES = `${GROUP}/namespaces/default/roles`;
const CLUSTER_ROLES = `${GROUP}/clusterroles`;
const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
const MERGE = { 'content-type': 'application/merge-patch+json' };
const READ = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };

describe('Roles and ClusterRoles', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  const post = (path: string, body: object) =>
    api.request('POST', `${path}?dryRun=All`, { body: { metadata: { name: 'a' }, ...body } as JsonValue });

  const BOTH = 'rules cannot apply to both regular resources and non-resource URLs';
  const WILDCARD = "may contain '*' only as the whole of the last path segment";
  const url = (...nonResourceURLs: string[]) => ({ verbs: ['get'], nonResourceURLs });

  const rules: readonly (readonly [
    name: string,
    rule: object,
    cluster: readonly string[],
    role?: readonly string[],
  ])[] = [
    ['verbs, groups and resources', READ, []],
    ['wildcards', { verbs: ['*'], apiGroups: ['*'], resources: ['*', '*/scale'] }, []],
    ['names of several resources', { ...READ, resources: ['pods', 'pods/log'], resourceNames: ['b'] }, []],
    [
      'no verbs',
      { ...READ, verbs: [] },
      ['FieldValueRequired rules[0].verbs: Required value: verbs must contain at least one value'],
    ],
    [
      'no groups',
      { ...READ, apiGroups: [] },
      ['FieldValueRequired rules[0].apiGroups: Required value: resource rules must supply at least one api group'],
    ],
    [
      'no resources',
      { ...READ, resources: [] },
      ['FieldValueRequired rules[0].resources: Required value: resource rules must supply at least one resource'],
    ],
    [
      'no fields',
      {},
      [
        'FieldValueRequired rules[0].verbs: Required value: verbs must contain at least one value',
        'FieldValueRequired rules[0].apiGroups: Required value: resource rules must supply at least one api group',
        'FieldValueRequired rules[0].resources: Required value: resource rules must supply at least one resource',
      ],
    ],
    [
      'a path',
      url('/healthz'),
      [],
      [
        'FieldValueInvalid rules[0].nonResourceURLs: Invalid value: ["/healthz"]: namespaced rules cannot apply to non-resource URLs',
      ],
    ],
    ...[{ apiGroups: [''] }, { resources: ['pods'] }, { resourceNames: ['b'] }].map(
      (more) =>
        [
          `a path and ${Object.keys(more).join()}`,
          { ...url('/a'), ...more },
          [`FieldValueInvalid rules[0].nonResourceURLs: Invalid value: ["/a"]: ${BOTH}`],
          [
            'FieldValueInvalid rules[0].nonResourceURLs: Invalid value: ["/a"]: namespaced rules cannot apply to non-resource URLs',
            `FieldValueInvalid rules[0].nonResourceURLs: Invalid value: ["/a"]: ${BOTH}`,
          ],
        ] as const,
    ),
  ];
  for (const [name, rule, cluster, role = cluster] of rules) {
    it(`check a rule: ${name}`, async () => {
      for (const [path, wanted] of [
        [CLUSTER_ROLES, cluster],
        [ROLES, role],
      ] as const) {
        const answer = await post(path, { rules: [rule] });
        assert.equal(answer.status, wanted.length > 0 ? 422 : 201);
        assert.deepEqual(refusals(answer) ?? [], wanted);
      }
    });
  }

  it('accept a wildcard in a path only as its whole last segment', async () => {
    const fine = ['*', '/*', '/a/*', '/a', 'a/b'];
    const wrong = ['/a*', '/*/a', '/a/*b', '/a/b*', '**', '/**', '/*/', '/*/*'];
    assert.equal((await post(CLUSTER_ROLES, { rules: [url(...fine)] })).status, 201);
    assert.deepEqual(
      refusals(await post(CLUSTER_ROLES, { rules: [READ, url(...wrong)] })),
      wrong.map(
        (each, index) =>
          `FieldValueInvalid rules[1].nonResourceURLs[${index}]: Invalid value: ${JSON.stringify(each)}: ${WILDCARD}`,
      ),
    );
  });

  const SELECTORS = 'aggregationRule.clusterRoleSelectors';
  const NONE = `FieldValueRequired ${SELECTORS}: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil`;
  const aggregations: readonly (readonly [name: string, rule: object, causes: readonly string[]])[] = [
    ['no selectors', {}, [NONE]],
    ['an empty list of selectors', { clusterRoleSelectors: [] }, [NONE]],
    ['a selector of everything', { clusterRoleSelectors: [{}] }, []],
    ['a selector', { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] }, []],
    [
      'an invalid selector',
      {
        clusterRoleSelectors: [
          {},
          {
            matchExpressions: [
              { key: 'a', operator: 'Is' },
              { key: 'a', operator: 'In' },
            ],
          },
        ],
      },
      [
        `FieldValueInvalid ${SELECTORS}[1].matchExpressions[0].operator: Invalid value: "Is": not a valid selector operator`,
        `FieldValueRequired ${SELECTORS}[1].matchExpressions[1].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
        `FieldValueInvalid ${SELECTORS}[1]: Invalid value: null: invalid label selector.`,
      ],
    ],
  ];
  for (const [name, aggregationRule, causes] of aggregations) {
    it(`${causes.length === 0 ? 'accept' : 'reject'} an aggregationRule with ${name}`, async () => {
      const answer = await post(CLUSTER_ROLES, { aggregationRule });
      assert.equal(answer.status, causes.length > 0 ? 422 : 201);
      assert.deepEqual(refusals(answer) ?? [], causes);
      if (answer.status === 201) assert.deepEqual(plain(answer.json['aggregationRule']), aggregationRule);
    });
  }

  it('have no aggregationRule in a Role', async () => {
    const body = { metadata: { name: 'a' }, aggregationRule: { clusterRoleSelectors: [{}] } };
    const { status, message } = await api.request('POST', `${ROLES}?fieldValidation=Strict`, { body });
    assert.equal(status, 400);
    assert.match(message, /unknown field "aggregationRule"/);
  });

  it('have a list of rules even if it is empty', async () => {
    const { json } = await post(CLUSTER_ROLES, {});
    assert.deepEqual(json['rules'], []);
    assert.equal('aggregationRule' in json, false);
  });

  for (const path of [CLUSTER_ROLES, ROLES]) {
    for (const name of ['system:mine', 'a:b c', 'a,b@c', 'Ä+?&#', 'UPPER', '-', '...']) {
      it(`accept the name ${JSON.stringify(name)} below ${path} in all requests`, async () => {
        const item = `${path}/${encodeURIComponent(name)}`;
        const created = await api.request('POST', path, { body: { metadata: { name }, rules: [READ] } });
        assert.equal(created.status, 201, created.message);
        assert.equal((created.json['metadata'] as { name: string }).name, name);
        assert.deepEqual((await api.request('GET', item)).json, created.json);
        const selector = encodeURIComponent(`metadata.name=${name.replace(/[\\,=]/g, String.raw`\$&`)}`);
        const list = await api.request('GET', `${path}?fieldSelector=${selector}`);
        assert.equal((list.json['items'] as unknown[]).length, 1);
        const patched = await api.request('PATCH', item, { headers: MERGE, body: { rules: [] } });
        assert.deepEqual([patched.status, patched.json['rules']], [200, []]);
        const { status, json } = await api.request('DELETE', item);
        assert.deepEqual([status, json['kind']], [200, 'Status']);
        assert.equal((await api.request('GET', item)).status, 404);
      });
    }

    for (const [name, problem] of [
      ['a/b', "may not contain '/'"],
      ['a%b', "may not contain '%'"],
      ['.', "may not be '.'"],
      ['..', "may not be '..'"],
      ['a\0', 'may not contain NUL'],
      ['a'.repeat(513), 'must be no more than 512 bytes'],
    ] as const) {
      it(`reject the name ${JSON.stringify(name).slice(0, 20)} below ${path}`, async () => {
        const refused = await api.request('POST', path, { body: { metadata: { name } } });
        const value = JSON.stringify(name);
        assert.deepEqual(refusals(refused), [`FieldValueInvalid metadata.name: Invalid value: ${value}: ${problem}`]);
        const answer = await api.request('GET', `${path}/${encodeURIComponent(name)}`);
        assert.deepEqual([answer.status, answer.json['reason']], [400, 'BadRequest']);
        assert.ok(answer.message.endsWith(problem), answer.message);
      });
    }

    it(`accept the longest name below ${path}`, async () => {
      const name = 'é'.repeat(256);
      assert.equal((await api.request('POST', path, { body: { metadata: { name } } })).status, 201);
      assert.equal((await api.request('GET', `${path}/${encodeURIComponent(name)}`)).status, 200);
    });

    it(`accept a valid name as generateName below ${path}`, async () => {
      const { status, json } = await api.request('POST', path, { body: { metadata: { generateName: 'system:a ' } } });
      assert.equal(status, 201);
      assert.match((json['metadata'] as { name: string }).name, /^system:a .{5}$/);
    });

    it(`are created by PUT below ${path}`, async () => {
      const put = (rules: JsonValue) =>
        api.request('PUT', `${path}/put`, { body: { metadata: { name: 'put' }, rules } });
      assert.equal((await put([])).status, 201);
      assert.equal((await put([READ])).status, 200, 'no version is needed');
    });

    it(`have a Table with name and creation time below ${path}`, async () => {
      await api.request('PUT', `${path}/table`, { body: { metadata: { name: 'table' } } });
      const { json } = await api.request('GET', `${path}/table`, { headers: TABLE });
      const columns = json['columnDefinitions'] as { name: string }[];
      assert.deepEqual(
        columns.map(({ name }) => name),
        ['Name', 'Created At'],
      );
      const [row] = json['rows'] as { cells: unknown[] }[];
      assert.deepEqual(row?.cells, ['table', '2026-01-02T03:04:05Z']);
    });
  }

  it('have the same content in protobuf and JSON', async () => {
    const rules = [{ ...READ, resourceNames: ['a'] }, url('/a/*')];
    await api.request('POST', CLUSTER_ROLES, { body: { metadata: { name: 'part', labels: { a: 'b' } }, rules } });
    const role = {
      metadata: { name: 'wire' },
      rules,
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] },
    };
    const raw = compileProtobufEncoder(clusterRoleSchema)(role);
    const { status, json } = await api.request('POST', CLUSTER_ROLES, {
      headers: { 'content-type': 'application/vnd.kubernetes.protobuf' },
      body: encodeEnvelope({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', raw }),
    });
    assert.equal(status, 201);
    const { rules: written, aggregationRule } = json;
    assert.deepEqual(plain({ rules: written, aggregationRule }), {
      rules: role.rules,
      aggregationRule: role.aggregationRule,
    });
  });
});
