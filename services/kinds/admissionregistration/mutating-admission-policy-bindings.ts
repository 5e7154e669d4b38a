import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  mutatingAdmissionPolicyBindingNames,
  mutatingAdmissionPolicyNames,
  mutatingAdmissionPolicyBindingSchema,
  type MutatingAdmissionPolicyBinding,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { inVersion } from '@pilothouse/apimachinery/schema/in-version.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { specGeneration } from '../definition/status-strategy.js';
import { BINDING_COLUMNS } from './columns.js';
import { mutatingBindingErrors } from './mutating-policy-rules.js';
import { bindingPermissions } from './parameter-permissions.js';
import { COMMON } from './strategy.js';

/** Bindings of policies that change objects. */
export function mutatingAdmissionPolicyBindings(domain: Domain): ResourceDefinition<MutatingAdmissionPolicyBinding> {
  const group = domain.group('admissionregistration');
  return {
    group,
    versions: [
      { name: 'v1', schema: mutatingAdmissionPolicyBindingSchema, since: '1.36' },
      { name: 'v1beta1', schema: inVersion(mutatingAdmissionPolicyBindingSchema, 'v1beta1'), since: '1.34' },
    ],
    storageVersion: 'v1beta1',
    ...mutatingAdmissionPolicyBindingNames,
    verbs: ALL_VERBS,
    columns: BINDING_COLUMNS,
    selectableFields: {},
    strategy: {
      ...COMMON,
      ...specGeneration,
      validate: mutatingBindingErrors,
      ...bindingPermissions({ group, resource: mutatingAdmissionPolicyNames.resource }),
      errorOrder: { rulesReportAll: true },
    },
    subresources: {},
  };
}
