import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { roleNames, roleSchema, type Role } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { pathSegmentName } from '@pilothouse/apimachinery/names/path-segment.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { validateRules } from './policy-rules.js';

export function roles(domain: Domain): ResourceDefinition<Role> {
  return {
    group: domain.group('rbac.authorization'),
    versions: [{ name: 'v1', schema: roleSchema }],
    ...roleNames,
    verbs: ALL_VERBS,
    columns: [],
    selectableFields: {},
    strategy: {
      nameErrors: pathSegmentName,
      validate: ({ rules }) => validateRules(rules, 'Namespaced'),
      createOnUpdate: true,
      deleteReturns: 'status',
    },
    subresources: {},
  };
}
