import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  validatingAdmissionPolicyBindingNames,
  validatingAdmissionPolicyNames,
  validatingAdmissionPolicyBindingSchema,
  type ValidatingAdmissionPolicyBinding,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { specGeneration } from '../definition/status-strategy.js';
import { BINDING_COLUMNS } from './columns.js';
import { validatingBindingErrors } from './binding-rules.js';
import { bindingPermissions } from './parameter-permissions.js';
import { COMMON } from './strategy.js';

/** Bindings of policies that refuse objects. */
export function validatingAdmissionPolicyBindings(
  domain: Domain,
): ResourceDefinition<ValidatingAdmissionPolicyBinding> {
  const group = domain.group('admissionregistration');
  return {
    group,
    versions: [{ name: 'v1', schema: validatingAdmissionPolicyBindingSchema }],
    ...validatingAdmissionPolicyBindingNames,
    verbs: ALL_VERBS,
    columns: BINDING_COLUMNS,
    selectableFields: {},
    strategy: {
      ...COMMON,
      ...specGeneration,
      validate: validatingBindingErrors,
      ...bindingPermissions({ group, resource: validatingAdmissionPolicyNames.resource }),
      errorOrder: { rulesReportAll: true },
    },
    subresources: {},
  };
}
