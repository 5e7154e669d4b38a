import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import {
  mutatingAdmissionPolicyBindingNames,
  mutatingAdmissionPolicyBindingSchema,
  mutatingAdmissionPolicyNames,
  validatingAdmissionPolicyBindingNames,
  validatingAdmissionPolicyBindingSchema,
  validatingAdmissionPolicyNames,
  type MutatingAdmissionPolicyBinding,
  type ValidatingAdmissionPolicyBinding,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { inVersion } from '@pilothouse/apimachinery/schema/in-version.js';
import { ALL_VERBS, type ResourceDefinition } from '../definition/definition.js';
import { specGeneration } from '../definition/status-strategy.js';
import { validatingBindingErrors } from './binding-rules.js';
import { BINDING_COLUMNS } from './columns.js';
import { mutatingBindingErrors } from './mutating-policy-rules.js';
import { bindingPermissions } from './parameter-permissions.js';
import { COMMON } from './strategy.js';

/** Bindings of policies that change objects. */
export function mutatingAdmissionPolicyBindings(domain: Domain): ResourceDefinition<MutatingAdmissionPolicyBinding> {
  return {
    ...mutatingAdmissionPolicyBindingNames,
    ...commonOf(domain, mutatingAdmissionPolicyNames.resource, mutatingBindingErrors),
    versions: [
      { name: 'v1', schema: mutatingAdmissionPolicyBindingSchema, since: '1.36' },
      { name: 'v1beta1', schema: inVersion(mutatingAdmissionPolicyBindingSchema, 'v1beta1'), since: '1.34' },
    ],
    storageVersion: 'v1beta1',
  };
}

/** Bindings of policies that refuse objects. */
export function validatingAdmissionPolicyBindings(
  domain: Domain,
): ResourceDefinition<ValidatingAdmissionPolicyBinding> {
  return {
    ...validatingAdmissionPolicyBindingNames,
    ...commonOf(domain, validatingAdmissionPolicyNames.resource, validatingBindingErrors),
    versions: [{ name: 'v1', schema: validatingAdmissionPolicyBindingSchema }],
  };
}

type Binding = MutatingAdmissionPolicyBinding | ValidatingAdmissionPolicyBinding;

/** What both have in common. `policies` is the resource of their policies. */
function commonOf<Bound extends Binding>(
  domain: Domain,
  policies: string,
  validate: NonNullable<ResourceDefinition<Bound>['strategy']['validate']>,
): Pick<ResourceDefinition<Bound>, 'group' | 'verbs' | 'columns' | 'selectableFields' | 'strategy' | 'subresources'> {
  const group = domain.group('admissionregistration');
  return {
    group,
    verbs: ALL_VERBS,
    columns: BINDING_COLUMNS,
    selectableFields: {},
    strategy: {
      ...COMMON,
      ...specGeneration,
      validate,
      ...bindingPermissions({ group, resource: policies }),
      errorOrder: { rulesReportAll: true },
    },
    subresources: {},
  };
}
