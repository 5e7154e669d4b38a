// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import type { ClusterType, NamespacedType } from './resource-type.js';

/** Gives the permissions of a ClusterRole in the whole cluster. */
export const clusterRoleBindings: ClusterType<ClusterRoleBinding> = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRoleBinding',
  resource: 'clusterrolebindings',
  scope: 'Cluster',
};

/** Permissions in the whole cluster, given as a whole by a ClusterRoleBinding, or within a namespace by a RoleBinding. */
export const clusterRoles: ClusterType<ClusterRole> = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRole',
  resource: 'clusterroles',
  scope: 'Cluster',
};

/** Gives the permissions of a Role of the same namespace, or of a ClusterRole, within one namespace. */
export const roleBindings: NamespacedType<RoleBinding> = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'RoleBinding',
  resource: 'rolebindings',
  scope: 'Namespaced',
};

/** Permissions within one namespace, given as a whole by a RoleBinding. */
export const roles: NamespacedType<Role> = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'Role',
  resource: 'roles',
  scope: 'Namespaced',
};
