import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  mutatingAdmissionPolicyNames,
  mutatingAdmissionPolicySchema,
  type MutatingAdmissionPolicy,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { inVersion } from '@pilothouse/apimachinery/schema/in-version.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { specGeneration } from '../definition/status-strategy.js';
import { policyColumns } from './columns.js';
import type { ExpressionCompiler } from './compiler.js';
import { mutatingPolicyErrors } from './mutating-policy-rules.js';
import { policyPermissions } from './parameter-permissions.js';
import { COMMON } from './strategy.js';

/** Policies that change objects. */
export function mutatingAdmissionPolicies(
  domain: Domain,
  compiler: ExpressionCompiler,
): ResourceDefinition<MutatingAdmissionPolicy> {
  return {
    group: domain.group('admissionregistration'),
    versions: [
      { name: 'v1', schema: mutatingAdmissionPolicySchema, since: '1.36' },
      { name: 'v1beta1', schema: inVersion(mutatingAdmissionPolicySchema, 'v1beta1'), since: '1.34' },
    ],
    storageVersion: 'v1beta1',
    ...mutatingAdmissionPolicyNames,
    verbs: ALL_VERBS,
    columns: policyColumns('Mutations', ({ spec: { mutations = [] } }) => mutations.length),
    selectableFields: {},
    strategy: {
      ...COMMON,
      ...specGeneration,
      errorOrder: { rulesReportAll: true },
      ready: () => compiler.load(),
      validate: (policy, old) => mutatingPolicyErrors(policy, old, compiler),
      ...policyPermissions,
    },
    subresources: {},
  };
}
