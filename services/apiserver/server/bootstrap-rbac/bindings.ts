import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ClusterRoleBinding, RoleBinding, Subject } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import type { Features } from '../../features/gates.js';
import { TRUST_MAP } from '../certificates/authentication-trust.js';
import { ADMISSION_SERVICE, CONTROLLER_MANAGER, SYSTEM_NAMESPACE } from './controller-rights.js';
import { bootstrapMetadata, bootstrapRoles, controllerAccount, systemRoles } from './roles.js';

const AUTHENTICATED = 'system:authenticated';
/** User of kube-scheduler. */
const SCHEDULER = 'system:kube-scheduler';

/** The role that reads how to authenticate clients of other API servers. */
const READER = `${TRUST_MAP}-reader`;

/** Groups of each role binding, by the name of the role, which is also that of the binding. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'cluster-admin': ['system:masters'],
  'system:discovery': [AUTHENTICATED],
  'system:basic-user': [AUTHENTICATED],
  'system:public-info-viewer': [AUTHENTICATED, 'system:unauthenticated'],
  'system:monitoring': ['system:monitoring'],
  'system:service-account-issuer-discovery': ['system:serviceaccounts'],
};

/** Bindings of the bootstrap cluster roles. */
export function bootstrapBindings(domain: Domain, features: Features): readonly ClusterRoleBinding[] {
  return bindingsOf('ClusterRole', bootstrapRoles(domain, features), domain);
}

/** Bindings of the bootstrap roles in `kube-system`. */
export function systemBindings(domain: Domain): readonly RoleBinding[] {
  return bindingsOf('Role', systemRoles(domain), domain);
}

/** A binding for each role with subjects, in the namespace of the role. Kubernetes gives all but one the name of the role. */
function bindingsOf(
  kind: RoleBinding['roleRef']['kind'],
  roles: readonly Pick<RoleBinding, 'metadata'>[],
  domain: Domain,
): readonly RoleBinding[] {
  const apiGroup = domain.group('rbac.authorization');
  return roles.flatMap(({ metadata: { name = '', namespace } }) => {
    const subjects = subjectsOf(name, domain);
    if (subjects.length === 0) return [];
    const metadata = {
      ...bootstrapMetadata(domain, name === READER ? `system::${READER}` : name),
      ...(namespace !== undefined && { namespace }),
    };
    return [{ metadata, subjects: [...subjects], roleRef: { apiGroup, kind, name } }];
  });
}

/** Users of each role binding, by the name of the role. */
const USERS: Readonly<Record<string, readonly string[]>> = {
  [CONTROLLER_MANAGER]: [CONTROLLER_MANAGER],
  [ADMISSION_SERVICE]: [ADMISSION_SERVICE],
  'system:kube-scheduler': [SCHEDULER],
  'system:volume-scheduler': [SCHEDULER],
  'system:node-proxier': ['system:kube-proxy'],
  'system::leader-locking-kube-controller-manager': [CONTROLLER_MANAGER],
  'system::leader-locking-kube-scheduler': [SCHEDULER],
  [READER]: [CONTROLLER_MANAGER, SCHEDULER],
};

/** Service accounts in `kube-system` of each role binding, by the name of the role. */
const ACCOUNTS: Readonly<Record<string, readonly string[]>> = {
  'system:kube-dns': ['kube-dns'],
  'system::leader-locking-kube-controller-manager': ['kube-controller-manager', 'leader-election-controller'],
  'system::leader-locking-kube-scheduler': ['kube-scheduler'],
};

/** The subjects of a role; empty if it has no binding. */
function subjectsOf(role: string, domain: Domain): readonly Subject[] {
  const apiGroup = domain.group('rbac.authorization');
  const controller = controllerAccount(role);
  const accounts = controller === undefined ? (ACCOUNTS[role] ?? []) : [controller];
  return [
    ...(GROUPS[role] ?? []).map((name): Subject => ({ kind: 'Group', apiGroup, name })),
    ...(USERS[role] ?? []).map((name): Subject => ({ kind: 'User', apiGroup, name })),
    ...accounts.map((name): Subject => ({ kind: 'ServiceAccount', name, namespace: SYSTEM_NAMESPACE })),
  ];
}
