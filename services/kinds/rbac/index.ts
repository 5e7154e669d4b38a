import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ResourceDefinition } from '../definition/definition.js';
import { clusterRoleBindings } from './cluster-role-bindings.js';
import { clusterRoles } from './cluster-roles.js';
import { roleBindings } from './role-bindings.js';
import { roles } from './roles.js';

/** The kinds of the group `rbac.authorization.k8s.io`. */
export function rbacKinds(domain: Domain): readonly ResourceDefinition[] {
  return [clusterRoleBindings(domain), clusterRoles(domain), roleBindings(domain), roles(domain)];
}
