// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import type { ClusterType, NamespacedType } from './resource-type.js';

/** ClusterRoleBinding grants the permissions of a ClusterRole in the whole cluster. */
export const clusterRoleBindings: ClusterType<ClusterRoleBinding> = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRoleBinding',
  resource: 'clusterrolebindings',
  scope: 'Cluster',
};

/** ClusterRole is a set of permissions in the whole cluster. A ClusterRoleBinding, or a RoleBinding for one namespace, grants them. */
export const clusterRoles: ClusterType<ClusterRole> = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRole',
  resource: 'clusterroles',
  scope: 'Cluster',
};

/** RoleBinding grants the permissions of a Role in the same namespace, or of a ClusterRole, within its namespace. */
export const roleBindings: NamespacedType<RoleBinding> = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'RoleBinding',
  resource: 'rolebindings',
  scope: 'Namespaced',
};

/** Role is a set of permissions in a namespace. A RoleBinding grants them. */
export const roles: NamespacedType<Role> = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'Role',
  resource: 'roles',
  scope: 'Namespaced',
};
