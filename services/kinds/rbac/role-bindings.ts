import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { roleBindingNames, roleBindingSchema, type RoleBinding } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { BINDING_COLUMNS, bindingStrategy } from './bindings.js';

export function roleBindings(domain: Domain): ResourceDefinition<RoleBinding> {
  return {
    group: domain.group('rbac.authorization'),
    versions: [{ name: 'v1', schema: roleBindingSchema }],
    ...roleBindingNames,
    verbs: ALL_VERBS,
    columns: BINDING_COLUMNS,
    selectableFields: {},
    strategy: bindingStrategy(domain, 'Namespaced'),
    subresources: {},
  };
}
