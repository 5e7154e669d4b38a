import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  clusterRoleBindingNames,
  clusterRoleBindingSchema,
  type ClusterRoleBinding,
} from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { BINDING_COLUMNS, bindingStrategy } from './bindings.js';

export function clusterRoleBindings(domain: Domain): ResourceDefinition<ClusterRoleBinding> {
  return {
    group: domain.group('rbac.authorization'),
    versions: [{ name: 'v1', schema: clusterRoleBindingSchema }],
    ...clusterRoleBindingNames,
    verbs: ALL_VERBS,
    columns: BINDING_COLUMNS,
    selectableFields: {},
    strategy: bindingStrategy(domain, 'Cluster'),
    subresources: {},
  };
}
