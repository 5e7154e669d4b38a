import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import type { ClusterType, NamespacedType } from './resource-type.js';

export function clusterRoles(domain: Domain): ClusterType<ClusterRole> {
  return { ...v1(domain), resource: 'clusterroles', kind: 'ClusterRole', scope: 'Cluster' };
}

export function clusterRoleBindings(domain: Domain): ClusterType<ClusterRoleBinding> {
  return { ...v1(domain), resource: 'clusterrolebindings', kind: 'ClusterRoleBinding', scope: 'Cluster' };
}

export function roles(domain: Domain): NamespacedType<Role> {
  return { ...v1(domain), resource: 'roles', kind: 'Role', scope: 'Namespaced' };
}

export function roleBindings(domain: Domain): NamespacedType<RoleBinding> {
  return { ...v1(domain), resource: 'rolebindings', kind: 'RoleBinding', scope: 'Namespaced' };
}

function v1(domain: Domain): { readonly group: string; readonly version: string } {
  return { group: domain.group('rbac.authorization'), version: 'v1' };
}
