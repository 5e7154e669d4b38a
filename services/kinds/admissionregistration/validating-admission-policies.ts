import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  validatingAdmissionPolicyNames,
  validatingAdmissionPolicySchema,
  type ValidatingAdmissionPolicy,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { strictStatusPart } from '../definition/status-part.js';
import { specAndStatusStrategy } from '../definition/status-strategy.js';
import { policyColumns } from './columns.js';
import type { ExpressionCompiler } from './compiler.js';
import { policyPermissions } from './parameter-permissions.js';
import { COMMON } from './strategy.js';
import { validatingPolicyErrors, validatingPolicyStatusErrors } from './validating-policy-rules.js';

/** Policies that refuse objects. */
export function validatingAdmissionPolicies(
  domain: Domain,
  compiler: ExpressionCompiler,
): ResourceDefinition<ValidatingAdmissionPolicy> {
  return {
    group: domain.group('admissionregistration'),
    versions: [{ name: 'v1', schema: validatingAdmissionPolicySchema }],
    ...validatingAdmissionPolicyNames,
    verbs: ALL_VERBS,
    columns: policyColumns('Validations', ({ spec: { validations = [] } }) => validations.length),
    selectableFields: {},
    strategy: {
      ...COMMON,
      ...specAndStatusStrategy<ValidatingAdmissionPolicy>({}),
      errorOrder: { rulesReportAll: true },
      ready: () => compiler.load(),
      validate: (policy, old) => validatingPolicyErrors(policy, old, compiler),
      ...policyPermissions,
    },
    subresources: {
      status: { ...strictStatusPart, validate: ({ status }) => validatingPolicyStatusErrors(status) },
    },
  };
}
