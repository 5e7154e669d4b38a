import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { refusals } from '../../registry/conformance.test.helper.js';
import { startTestApi, type TestApi, type TestRequest } from '../../server/api.test.helper.js';

const GROUP = '/apis/admissionregistration.k8s.io/v1';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const MERGE = { 'content-type': 'application/merge-patch+json' };
const RULE = { operations: ['CREATE'], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] };
const USER = authenticatedUser('jane', ['devs']);
const AS = '&{jane  [devs system:authenticated] map[]}';

const paramKind = (kind: string, apiVersion = 'v1'): JsonObject => ({ apiVersion, kind });
const paramRef = { name: 'limits', namespace: 'default', parameterNotFoundAction: 'Deny' };

describe('parameters of policies', () => {
  let api: TestApi;
  let count = 0;
  const post = (path: string, body: JsonObject, request: TestRequest = { user: USER }) =>
    api.request('POST', path, { ...request, body });
  const policy = (kind: JsonObject, name = `p${++count}`, request?: TestRequest) => {
    const spec = {
      matchConstraints: { resourceRules: [RULE] },
      validations: [{ expression: 'params != null' }],
      paramKind: kind,
    };
    return post(`${GROUP}/validatingadmissionpolicies`, { metadata: { name }, spec }, request);
  };
  const binding = (spec: JsonObject, name = `b${++count}`) => {
    const body = { metadata: { name }, spec: { policyName: 'of-maps', validationActions: ['Deny'], ...spec } };
    return post(`${GROUP}/validatingadmissionpolicybindings`, body);
  };

  before(async () => {
    api = await startTestApi({ authorizationModes: ['RBAC'] });
    const rules = [
      { apiGroups: ['admissionregistration.k8s.io'], resources: ['*'], verbs: ['*'] },
      { apiGroups: [''], resources: ['services'], verbs: ['get'] },
      { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] },
    ];
    await post(`${RBAC}/clusterroles`, { metadata: { name: 'author' }, rules }, {});
    await post(
      `${RBAC}/clusterrolebindings`,
      {
        metadata: { name: 'author' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'author' },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' }],
      },
      {},
    );
    await policy(paramKind('ConfigMap'), 'of-maps', {});
    await policy(paramKind('Other', 'example.com/v1'), 'of-others', {});
  });
  after(() => api.close());

  it('need the permission to read all objects of their kind', async () => {
    const refused = (kind: string, apiVersion: string): string[] => [
      `FieldValueForbidden spec.paramKind: Forbidden: user ${AS} must have "get" permission on all objects of the referenced paramKind (kind=${kind}, apiVersion=${apiVersion})`,
    ];
    assert.deepEqual(refusals(await policy(paramKind('ConfigMap'))), refused('ConfigMap', 'v1'));
    assert.deepEqual(refusals(await policy(paramKind('Other', 'example.com/v1'))), refused('Other', 'example.com/v1'));
    assert.equal((await policy(paramKind('Service'))).status, 201);
  });

  it('need it only for a new kind', async () => {
    const patch = (spec: JsonObject) =>
      api.request('PATCH', `${GROUP}/validatingadmissionpolicies/of-maps`, {
        body: { spec },
        headers: MERGE,
        user: USER,
      });
    assert.equal((await patch({ failurePolicy: 'Ignore' })).status, 200);
    assert.equal((await patch({ paramKind: paramKind('Secret') })).status, 422);
  });

  it('are not judged for an invalid policy', async () => {
    const [error, ...others] = refusals(await policy(paramKind('a b'))) ?? [];
    assert.match(error ?? '', /^FieldValueInvalid spec\.paramKind\.kind/);
    assert.deepEqual(others, []);
  });

  const text = 'FieldValueForbidden spec.paramRef: Forbidden: ';
  const everything = `to determine minimum required permissions and user ${AS} does not have "get" permission for all groups, versions and resources`;
  const TABLE: readonly (readonly [string, JsonObject, string | undefined])[] = [
    [
      'the permission to read them by name',
      { paramRef },
      `${text}user ${AS} does not have "get" permission on the object referenced by paramRef`,
    ],
    ['the permission to list them', { paramRef: { selector: {}, parameterNotFoundAction: 'Deny' } }, undefined],
    [
      'all permissions without a policy',
      { policyName: 'no', paramRef },
      `${text}unable to get policy no ${everything}`,
    ],
    [
      'all permissions without a served kind',
      { policyName: 'of-others', paramRef },
      `${text}unable to resolve paramKind &ParamKind{APIVersion:example.com/v1,Kind:Other,} ${everything}`,
    ],
    ['nothing without a reference', {}, undefined],
  ];
  for (const [what, spec, error] of TABLE) {
    it(`of bindings need ${what}`, async () => {
      assert.deepEqual(refusals(await binding(spec)), error === undefined ? undefined : [error]);
    });
  }
});
