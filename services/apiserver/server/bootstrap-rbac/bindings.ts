import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ClusterRoleBinding, RoleBinding, Subject } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { ADMISSION_SERVICE, CONTROLLER_MANAGER, controllerRights, SYSTEM_NAMESPACE } from './controller-rights.js';
import { bootstrapMetadata, bootstrapRoles, controllerRole, systemRoles } from './roles.js';

const AUTHENTICATED = 'system:authenticated';

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
export function bootstrapBindings(domain: Domain): readonly ClusterRoleBinding[] {
  return bindingsOf('ClusterRole', bootstrapRoles(domain), domain);
}

/** Bindings of the bootstrap roles in `kube-system`. */
export function systemBindings(domain: Domain): readonly RoleBinding[] {
  return bindingsOf('Role', systemRoles(domain), domain);
}

/** A binding for each role with subjects, with the name and namespace of the role. */
function bindingsOf(
  kind: RoleBinding['roleRef']['kind'],
  roles: readonly Pick<RoleBinding, 'metadata'>[],
  domain: Domain,
): readonly RoleBinding[] {
  const apiGroup = domain.group('rbac.authorization');
  const holders = holdersOf(domain);
  return roles.flatMap(({ metadata: { name = '', namespace } }) => {
    const subjects = holders.get(name);
    if (subjects === undefined) return [];
    const metadata = { ...bootstrapMetadata(domain, name), ...(namespace !== undefined && { namespace }) };
    return [{ metadata, subjects: [...subjects], roleRef: { apiGroup, kind, name } }];
  });
}

/** Subjects by role name. */
function holdersOf(domain: Domain): ReadonlyMap<string, readonly Subject[]> {
  const apiGroup = domain.group('rbac.authorization');
  const groups = Object.entries(GROUPS).map(
    ([role, names]) => [role, names.map((name): Subject => ({ kind: 'Group', apiGroup, name }))] as const,
  );
  const accounts = Object.keys(controllerRights(domain)).map((name) => {
    const account: Subject = { kind: 'ServiceAccount', name, namespace: SYSTEM_NAMESPACE };
    return [controllerRole(name), [account]] as const;
  });
  const users = [CONTROLLER_MANAGER, ADMISSION_SERVICE].map(
    (name) => [name, [{ kind: 'User', apiGroup, name }]] as const,
  );
  return new Map<string, readonly Subject[]>([...groups, ...accounts, ...users]);
}
