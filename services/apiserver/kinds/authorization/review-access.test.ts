import assert from 'node:assert/strict';
import { selfSubjectAccessReviewSchema } from '@pilothouse/apimachinery/generated/authorization/v1.js';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { compileProtobufDecoder } from '@pilothouse/apimachinery/protobuf/decode.js';
import { compileProtobufEncoder } from '@pilothouse/apimachinery/protobuf/encode.js';
import { decodeEnvelope, encodeEnvelope } from '@pilothouse/apimachinery/protobuf/envelope.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';

const RBAC = 'rbac.authorization.k8s.io';
const RULES = `/apis/${RBAC}/v1`;
const REVIEWS = '/apis/authorization.k8s.io/v1';
const SELF = `${REVIEWS}/selfsubjectaccessreviews`;
const ANY = `${REVIEWS}/subjectaccessreviews`;
const LOCAL = `${REVIEWS}/namespaces/default/localsubjectaccessreviews`;
const LIST = `${REVIEWS}/selfsubjectrulesreviews`;
const WHO = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

describe('access reviews', () => {
  const user = { ...authenticatedUser('ann', ['dev'], 'u-1'), extra: new Map([['scopes', ['a', 'b']]]) };
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
    await made(`${RULES}/clusterroles`, {
      metadata: { name: 'reader' },
      rules: [
        { verbs: ['get', 'list'], apiGroups: [''], resources: ['configmaps'] },
        { verbs: ['get'], apiGroups: ['apps'], resources: ['*/scale'], resourceNames: ['x'] },
        { verbs: ['get'], nonResourceURLs: ['/of-no-namespace'] },
      ],
    });
    const roleRef = { apiGroup: RBAC, kind: 'ClusterRole', name: 'reader' };
    const subjects = [{ apiGroup: RBAC, kind: 'Group', name: 'dev' }];
    await made(`${RULES}/namespaces/default/rolebindings`, { metadata: { name: 'dev' }, roleRef, subjects });
  });
  after(() => api.close());

  async function made(path: string, body: JsonValue): Promise<void> {
    const { status, message } = await api.request('POST', path, { body });
    assert.equal(status, 201, message);
  }

  type Spec = Readonly<Record<string, JsonValue>>;
  const resource = (verb: string, name: string, namespace = 'default'): Spec => ({
    resourceAttributes: { verb, resource: name, namespace },
  });

  const allowedText = 'RBAC: allowed by RoleBinding "dev/default" of ClusterRole "reader" to Group "dev"';
  const answers: readonly (readonly [name: string, path: string, spec: Spec, status: JsonObject])[] = [
    ['an allowed verb', SELF, resource('get', 'configmaps'), { allowed: true, reason: allowedText }],
    ['a verb that is not allowed', SELF, resource('delete', 'configmaps'), { allowed: false }],
    ['another namespace', SELF, resource('get', 'configmaps', 'other'), { allowed: false }],
    ['all namespaces', SELF, resource('get', 'configmaps', ''), { allowed: false }],
    ['all verbs', SELF, resource('*', 'configmaps'), { allowed: false }],
    [
      'a subresource of a named object',
      SELF,
      {
        resourceAttributes: {
          verb: 'get',
          group: 'apps',
          resource: 'y',
          subresource: 'scale',
          name: 'x',
          namespace: 'default',
        },
      },
      { allowed: true, reason: allowedText },
    ],
    [
      'a non-resource path',
      SELF,
      { nonResourceAttributes: { path: '/version', verb: 'get' } },
      {
        allowed: true,
        reason:
          'RBAC: allowed by ClusterRoleBinding "system:discovery" of ClusterRole "system:discovery" to Group "system:authenticated"',
      },
    ],
    ['another path', SELF, { nonResourceAttributes: { path: '/metrics', verb: 'get' } }, { allowed: false }],
    ['a user without groups', ANY, { ...resource('get', 'configmaps'), user: 'ann' }, { allowed: false }],
    ['a group', ANY, { ...resource('get', 'configmaps'), groups: ['dev'] }, { allowed: true, reason: allowedText }],
    [
      'a superuser',
      ANY,
      { ...resource('*', '*'), user: 'x', groups: ['system:masters'] },
      { allowed: true, reason: 'member of system:masters' },
    ],
    [
      'the namespace of the request',
      LOCAL,
      { resourceAttributes: { verb: 'list', resource: 'configmaps' }, user: 'bob', groups: ['dev'] },
      { allowed: true, reason: allowedText },
    ],
  ];
  for (const [name, path, spec, status] of answers) {
    it(`evaluate ${name}, also in a dry run`, async () => {
      for (const query of ['', '?dryRun=All']) {
        const { status: code, json } = await api.request('POST', `${path}${query}`, {
          body: { spec },
          ...(path === SELF && { user }),
        });
        assert.deepEqual([code, plain(json['status'])], [201, status]);
      }
    });
  }

  const IGNORED = 'ignored due to parse error';
  const FIELDS = 'spec.resourceAttributes.fieldSelector';
  const LABELS = 'spec.resourceAttributes.labelSelector';
  const needs = (...requirements: readonly JsonValue[]): Spec => ({ requirements: [...requirements] });
  const selectors: readonly (readonly [name: string, selectors: Spec, evaluationError: string | undefined])[] = [
    [
      'as strings',
      { fieldSelector: { rawSelector: 'metadata.name=a,type!=b' }, labelSelector: { rawSelector: 'a in (b,c)' } },
      undefined,
    ],
    [
      'as requirements',
      {
        fieldSelector: needs(
          { key: 'a', operator: 'In', values: ['b'] },
          { key: 'c', operator: 'NotIn', values: [''] },
        ),
        labelSelector: needs({ key: 'a', operator: 'NotIn', values: ['b', 'c'] }, { key: 'd', operator: 'Exists' }),
      },
      undefined,
    ],
    [
      'as invalid strings',
      { fieldSelector: { rawSelector: 'a' }, labelSelector: { rawSelector: 'a in' } },
      `${FIELDS} ${IGNORED}; ${LABELS} ${IGNORED}`,
    ],
    ['with an unknown operator', { fieldSelector: needs({ key: 'a', operator: 'Exists' }) }, `${FIELDS} ${IGNORED}`],
    [
      'with too many values',
      { fieldSelector: needs({ key: 'a', operator: 'In', values: ['b', 'c'] }) },
      `${FIELDS} ${IGNORED}`,
    ],
    [
      'with one valid requirement',
      {
        fieldSelector: needs(
          { key: 'a', operator: 'In', values: ['b'] },
          { key: 'c', operator: 'Near', values: ['d'] },
        ),
        labelSelector: needs({ key: 'a', operator: 'In', values: [] }, { key: 'd', operator: 'Exists' }),
      },
      `${FIELDS} partially ${IGNORED}; ${LABELS} partially ${IGNORED}`,
    ],
  ];
  for (const [name, given, evaluationError] of selectors) {
    it(`accept selectors ${name}${evaluationError === undefined ? '' : ', and report ignored ones'}`, async () => {
      const attributes = { verb: 'list', resource: 'configmaps', namespace: 'default', ...given };
      const spec = { resourceAttributes: attributes, user: 'bob', groups: ['dev'] };
      const { status, json } = await api.request('POST', ANY, { body: { spec } });
      const wanted = { allowed: true, reason: allowedText, ...(evaluationError !== undefined && { evaluationError }) };
      assert.deepEqual([status, plain(json['status'])], [201, wanted]);
    });
  }

  const both = { ...resource('get', 'x'), nonResourceAttributes: { path: '/', verb: 'get' } };
  const oneOf = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
  const refusals: readonly (readonly [name: string, path: string, body: JsonObject, code: number, message: string])[] =
    [
      ['no attributes', SELF, { spec: {} }, 422, `spec.resourceAttributes: Invalid value: null: ${oneOf}`],
      ['an empty request', SELF, {}, 422, `spec.resourceAttributes: Invalid value: null: ${oneOf}`],
      [
        'two sets of attributes',
        SELF,
        { spec: both },
        422,
        'cannot be specified in combination with resourceAttributes',
      ],
      [
        'an object with a name',
        SELF,
        { metadata: { name: 'x' }, spec: resource('get', 'x') },
        422,
        'metadata: Invalid value: {"name":"x"}: must be empty',
      ],
      [
        'neither user nor group',
        ANY,
        { spec: resource('get', 'x') },
        422,
        'SubjectAccessReview.authorization.k8s.io "" is invalid: spec.user: Invalid value: "": at least one of user or group must be specified',
      ],
      [
        'another namespace',
        LOCAL,
        { spec: { ...resource('get', 'x', 'other'), user: 'a' } },
        422,
        'spec.resourceAttributes.namespace: Invalid value: "other": must match metadata.namespace',
      ],
      [
        'a non-resource path in a namespace',
        LOCAL,
        { spec: { nonResourceAttributes: { path: '/', verb: 'get' }, user: 'a' } },
        422,
        'disallowed on this kind of request',
      ],
      [
        'an object of another namespace',
        LOCAL,
        { metadata: { namespace: 'other' }, spec: { ...resource('get', 'x'), user: 'a' } },
        400,
        'the namespace of the provided object does not match the namespace sent on the request',
      ],
      [
        'a selector in two forms',
        SELF,
        {
          spec: {
            resourceAttributes: {
              verb: 'list',
              resource: 'x',
              labelSelector: { rawSelector: 'a=b', requirements: [{ key: 'a', operator: 'Exists' }] },
            },
          },
        },
        422,
        'spec.resourceAttributes.labelSelector.rawSelector: Invalid value: "a=b": may not specified at the same time as requirements',
      ],
      ['rules without a namespace', LIST, { spec: {} }, 400, 'no namespace on request'],
      ['another kind', SELF, { kind: 'SubjectAccessReview', spec: {} }, 400, 'does not match the expected kind'],
      ['a string as spec', SELF, { spec: 'x' }, 400, 'cannot be handled as a SelfSubjectAccessReview'],
    ];
  for (const [name, path, body, code, text] of refusals) {
    it(`reject ${name}`, async () => {
      const { status, message } = await api.request('POST', path, { body });
      assert.equal(status, code, message);
      assert.ok(message.includes(text), message);
    });
  }

  it('list the permissions of the user, in a namespace and cluster-wide', async () => {
    const question = { metadata: { labels: { a: 'b' } }, spec: { namespace: 'default' } };
    const { status, json } = await api.request('POST', LIST, { user, body: question });
    assert.equal(status, 201);
    assert.deepEqual([plain(json['metadata']), plain(json['spec'])], [{}, {}], 'the question is not repeated');
    const { resourceRules, nonResourceRules, ...rest } = json['status'] as Record<string, JsonObject[]>;
    assert.deepEqual(rest, { incomplete: false });
    const rules = JSON.stringify(resourceRules);
    assert.ok(rules.includes('{"verbs":["get","list"],"apiGroups":[""],"resources":["configmaps"]}'), rules);
    assert.ok(rules.includes('"selfsubjectaccessreviews"'), rules);
    assert.ok(nonResourceRules?.some((rule) => JSON.stringify(rule).includes('"/openapi/*"')));
    assert.ok(!JSON.stringify(nonResourceRules).includes('/of-no-namespace'), 'a RoleBinding gives no paths');
    const path = { nonResourceAttributes: { verb: 'get', path: '/of-no-namespace' } };
    const reviewed = await api.request('POST', SELF, { user, body: { spec: path } });
    assert.deepEqual(plain(reviewed.json['status']), { allowed: false });
    const other = await api.request('POST', LIST, { user, body: { spec: { namespace: 'other' } } });
    assert.ok(!other.text.includes('configmaps'), other.text);
  });

  it('return the user of the request', async () => {
    const { status, json } = await api.request('POST', WHO, { user, body: {} });
    assert.equal(status, 201);
    assert.deepEqual(plain(json['status']), {
      userInfo: {
        username: 'ann',
        uid: 'u-1',
        groups: ['dev', 'system:authenticated'],
        extra: { scopes: ['a', 'b'] },
      },
    });
  });

  it('accept and return protobuf', async () => {
    const type = { kind: 'SelfSubjectAccessReview', apiVersion: 'authorization.k8s.io/v1' };
    const raw = compileProtobufEncoder(selfSubjectAccessReviewSchema)({ spec: { ...resource('get', 'configmaps') } });
    const media = 'application/vnd.kubernetes.protobuf';
    const { status, bytes } = await api.request('POST', SELF, {
      user,
      body: encodeEnvelope({ ...type, raw }),
      headers: { 'content-type': media, accept: media },
    });
    assert.equal(status, 201);
    const answer = compileProtobufDecoder(selfSubjectAccessReviewSchema)(decodeEnvelope(bytes).raw);
    assert.deepEqual(plain(answer['status']), { allowed: true, reason: allowedText });
  });

  it('support only create, at one path', async () => {
    for (const [method, path, code] of [
      ['GET', SELF, 405],
      ['DELETE', SELF, 405],
      ['GET', `${SELF}?watch=1`, 405],
      ['GET', `${SELF}/x`, 404],
      ['POST', `${SELF}/x/status`, 404],
      ['POST', `${REVIEWS}/localsubjectaccessreviews`, 404],
      ['POST', `${REVIEWS}/namespaces/default/selfsubjectaccessreviews`, 404],
    ] as const) {
      const { status } = await api.request(method, path, { body: {} });
      assert.equal(status, code, `${method} ${path}`);
    }
    const { json } = await api.request('GET', REVIEWS);
    assert.deepEqual(
      (json['resources'] as JsonObject[]).map(({ name, namespaced, verbs }) => [name, namespaced, verbs]),
      [
        ['localsubjectaccessreviews', true, ['create']],
        ['selfsubjectaccessreviews', false, ['create']],
        ['selfsubjectrulesreviews', false, ['create']],
        ['subjectaccessreviews', false, ['create']],
      ],
    );
  });

  it('of other users require permission', async () => {
    for (const path of [ANY, LOCAL]) {
      const { status } = await api.request('POST', path, { user, body: { spec: {} } });
      assert.equal(status, 403);
    }
  });
});
