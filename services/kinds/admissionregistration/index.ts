import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ResourceDefinition } from '../definition/definition.js';
import { mutatingAdmissionPolicies } from './mutating-admission-policies.js';
import { mutatingAdmissionPolicyBindings } from './mutating-admission-policy-bindings.js';
import { mutatingWebhookConfigurations } from './mutating-webhook-configurations.js';
import { validatingAdmissionPolicies } from './validating-admission-policies.js';
import { validatingAdmissionPolicyBindings } from './validating-admission-policy-bindings.js';
import { validatingWebhookConfigurations } from './validating-webhook-configurations.js';

/** The kinds of the group `admissionregistration.k8s.io`. */
export function admissionregistrationKinds(domain: Domain): readonly ResourceDefinition[] {
  return [
    mutatingAdmissionPolicies(domain),
    mutatingAdmissionPolicyBindings(domain),
    mutatingWebhookConfigurations(domain),
    validatingAdmissionPolicies(domain),
    validatingAdmissionPolicyBindings(domain),
    validatingWebhookConfigurations(domain),
  ];
}
