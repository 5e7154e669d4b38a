import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { authenticatedUser, type User } from '@pilothouse/token-authenticators/user.js';
import { ALL_FEATURES } from '../../features/all-features.test.helper.js';
import { startTestApi, type TestApi } from '../api.test.helper.js';

const RBAC = 'rbac.authorization.k8s.io';
const LEASES = 'leases.coordination.k8s.io';
const EVENTS = ['create update patch events', 'create update patch events.events.k8s.io'];

/** All rules of some roles, one a line: verbs, resource with group, and resource names. */
const RIGHTS: Readonly<Record<string, readonly string[]>> = {
  'clusterrole-aggregation-controller': [`get list watch update patch escalate clusterroles.${RBAC}`],
  'generic-garbage-collector': ['get list watch update patch delete *.*', ...EVENTS],
  'lease-expiry': [`delete ${LEASES} in kube-system`],
  'namespace-controller': [
    'get list watch delete namespaces',
    'update namespaces/finalize',
    'update namespaces/status',
    'get list watch delete deletecollection *.*',
  ],
  'root-ca-cert-publisher': ['create update configmaps', 'delete configmaps "kube-root-ca.crt"', ...EVENTS],
  'service-account-controller': ['create serviceaccounts', ...EVENTS],
  'storage-version-migrator-controller': [
    'list create patch *.*',
    'update storageversionmigrations/status.storagemigration.k8s.io',
  ],
  'tokens-controller': ['get update serviceaccounts', 'get list create update delete secrets'],
  'token-cleaner': ['get list watch delete secrets in kube-system', ...EVENTS.map((line) => `${line} in kube-system`)],
  'service-cidrs-controller': [
    'get list watch update patch servicecidrs.networking.k8s.io',
    'update patch servicecidrs/finalizers.networking.k8s.io',
    'update patch servicecidrs/status.networking.k8s.io',
    'get list watch ipaddresses.networking.k8s.io',
    ...EVENTS,
  ],
};

describe('controller permissions', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi({ features: ALL_FEATURES });
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
