import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { authenticatedUser, type User } from '@pilothouse/token-authenticators/user.js';
import { startTestApi, type TestApi } from '../api.test.helper.js';

const RBAC = 'rbac.authorization.k8s.io';
const LEASES = 'leases.coordination.k8s.io';

/** All rules of each role, one a line: verbs, resource with group, and resource names. */
const RIGHTS: Readonly<Record<string, readonly string[]>> = {
  'clusterrole-aggregation-controller': [`escalate update clusterroles.${RBAC}`],
  'generic-garbage-collector': ['get list watch patch delete *.*', 'create events'],
  'lease-expiry': [`delete ${LEASES} in kube-system`],
  'namespace-controller': [
    'get namespaces',
    'update namespaces/finalize',
    'update namespaces/status',
    'list delete deletecollection *.*',
  ],
  'root-ca-cert-publisher': ['create configmaps', 'update delete configmaps "kube-root-ca.crt"'],
  'service-account-controller': ['create serviceaccounts'],
  'token-cleaner': ['delete secrets in kube-system'],
  'tokens-controller': ['get update serviceaccounts', 'get list create update delete secrets'],
  'system:kube-controller-manager': [
    'list watch namespaces',
    'list watch secrets',
    'list watch serviceaccounts',
    'list watch configmaps "kube-root-ca.crt"',
    `list watch clusterroles.${RBAC}`,
    `create list watch ${LEASES} in kube-system`,
    `get update ${LEASES} "pilothouse-controller-manager" in kube-system`,
    'create serviceaccounts in kube-system',
    ...[
      'clusterrole-aggregation-controller',
      'generic-garbage-collector',
      'lease-expiry',
      'namespace-controller',
      'root-ca-cert-publisher',
      'service-account-controller',
      'token-cleaner',
      'tokens-controller',
    ].map((account) => `create serviceaccounts/token "${account}" in kube-system`),
  ],
};

describe('controller permissions', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  for (const [name, lines] of Object.entries(RIGHTS)) {
    it(name, async () => {
      const held = await Promise.all(['', 'kube-system'].map((namespace) => rulesOf(userOf(name), namespace)));
      const [everywhere = [], here = []] = held;
      const inSystem = here.filter((line) => !everywhere.includes(line)).map((line) => `${line} in kube-system`);
      assert.deepEqual([...everywhere, ...inSystem].sort(), [...lines].sort());
    });
  }

  const unprivileged: readonly (readonly [what: string, user: User])[] = [
    ['an account of another namespace', account('namespace-controller', 'default')],
    ['any other account of kube-system', account('default', 'kube-system')],
    ['a user with only the account name', authenticatedUser('namespace-controller')],
  ];
  for (const [what, user] of unprivileged) {
    it(`${what}: no permissions`, async () => {
      for (const namespace of ['', 'kube-system', 'default']) assert.deepEqual(await rulesOf(user, namespace), []);
    });
  }

  /** Rules of a user, from SelfSubjectRulesReview, without those of all users. */
  async function rulesOf(user: User, namespace: string): Promise<string[]> {
    const path = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews';
    // The review needs a namespace. In one without roles it returns the cluster-wide rules.
    const body = { spec: { namespace: namespace === '' ? 'elsewhere' : namespace } };
    const { json } = await api.request('POST', path, { user, body });
    const { resourceRules } = json['status'] as JsonObject;
    return (resourceRules as unknown as Rule[])
      .flatMap(linesOf)
      .filter((line) => !line.startsWith('create selfsubject'));
  }
});

interface Rule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
}

function linesOf({ verbs, apiGroups, resources, resourceNames }: Rule): string[] {
  const names = resourceNames?.map((name) => ` "${name}"`) ?? [''];
  return apiGroups.flatMap((group) =>
    resources.flatMap((resource) =>
      names.map((name) => `${verbs.join(' ')} ${resource}${group === '' ? '' : `.${group}`}${name}`),
    ),
  );
}

function userOf(name: string): User {
  return name.startsWith('system:') ? authenticatedUser(name) : account(name, 'kube-system');
}

function account(name: string, namespace: string): User {
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
  return authenticatedUser(`system:serviceaccount:${namespace}:${name}`, groups);
}
