import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { clusterRoleNames, clusterRoleSchema, type ClusterRole } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { pathSegmentName } from '@pilothouse/apimachinery/names/path-segment.js';
import { aggregatedRules } from '@pilothouse/apimachinery/rbac/aggregate.js';
import { validateLabelSelector } from '@pilothouse/apimachinery/selectors/label-selector-object.js';
import { eachError, invalid, keyPath, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { validateRules } from './policy-rules.js';

export function clusterRoles(domain: Domain): ResourceDefinition<ClusterRole> {
  return {
    group: domain.group('rbac.authorization'),
    versions: [{ name: 'v1', schema: clusterRoleSchema }],
    ...clusterRoleNames,
    verbs: ALL_VERBS,
    columns: [],
    selectableFields: {},
    strategy: {
      nameErrors: pathSegmentName,
      validate: (role) => [...validateRules(role.rules, 'Cluster'), ...validateAggregation(role)],
      computed: {
        name: 'rules',
        applies: ({ aggregationRule }) => aggregationRule !== undefined && aggregationRule !== null,
        compute: (role, all) =>
          validateAggregation(role).length > 0 ? role.rules : (aggregatedRules(role, all) ?? role.rules),
        warning:
          'rules: computed from the ClusterRoles that aggregationRule selects; the rules in the request are ignored',
      },
      createOnUpdate: true,
      deleteReturns: 'status',
    },
    subresources: {},
  };
}

function validateAggregation({ aggregationRule }: ClusterRole): FieldError[] {
  if (aggregationRule === undefined) return [];
  const { clusterRoleSelectors = [] } = aggregationRule;
  const field = 'aggregationRule.clusterRoleSelectors';
  if (clusterRoleSelectors.length === 0) {
    return [required(field, 'at least one clusterRoleSelector required if aggregationRule is non-nil')];
  }
  return eachError(clusterRoleSelectors, (selector, index) => {
    const errors = validateLabelSelector(selector, keyPath(field, index));
    return errors.length === 0 ? [] : [...errors, invalid(keyPath(field, index), null, 'invalid label selector.')];
  });
}
