import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ResourceDefinition } from '../definition/definition.js';
import { createExpressionCompiler } from './compiler.js';
import { mutatingAdmissionPolicies } from './mutating-admission-policies.js';
import { mutatingWebhookConfigurations } from './mutating-webhook-configurations.js';
import { mutatingAdmissionPolicyBindings, validatingAdmissionPolicyBindings } from './policy-bindings.js';
import { withStaticNames, type StaticNameOptions } from './static-names.js';
import { validatingAdmissionPolicies } from './validating-admission-policies.js';
import { validatingWebhookConfigurations } from './validating-webhook-configurations.js';

/** The kinds of the group `admissionregistration.k8s.io`. */
export function admissionregistrationKinds(
  domain: Domain,
  options: StaticNameOptions = {},
): readonly ResourceDefinition[] {
  const compiler = createExpressionCompiler();
  const kinds: readonly ResourceDefinition[] = [
    mutatingAdmissionPolicies(domain, compiler),
    mutatingAdmissionPolicyBindings(domain),
    mutatingWebhookConfigurations(domain, compiler),
    validatingAdmissionPolicies(domain, compiler),
    validatingAdmissionPolicyBindings(domain),
    validatingWebhookConfigurations(domain, compiler),
  ];
  return kinds.map((definition) => withStaticNames(definition, domain, options));
}
