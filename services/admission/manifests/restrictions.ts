import type {
  MutatingWebhook,
  ParamKind,
  ParamRef,
  ValidatingWebhook,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { ExpressionCompiler } from '@pilothouse/kinds/admissionregistration/compiler.js';
import { mutatingAdmissionPolicies } from '@pilothouse/kinds/admissionregistration/mutating-admission-policies.js';
import { mutatingAdmissionPolicyBindings } from '@pilothouse/kinds/admissionregistration/policy-bindings.js';
import { mutatingWebhookConfigurations } from '@pilothouse/kinds/admissionregistration/mutating-webhook-configurations.js';
import { staticSuffix } from '@pilothouse/kinds/admissionregistration/static-names.js';
import { validatingAdmissionPolicies } from '@pilothouse/kinds/admissionregistration/validating-admission-policies.js';
import { validatingAdmissionPolicyBindings } from '@pilothouse/kinds/admissionregistration/policy-bindings.js';
import { validatingWebhookConfigurations } from '@pilothouse/kinds/admissionregistration/validating-webhook-configurations.js';
import type { ManifestRules } from './load.js';
import { nameOf } from './name-of.js';

/**
 * What the manifests of a plugin may hold. They cannot refer to objects of the API, which may be absent or changed. The
 * compiler must be loaded before manifests are.
 */
export type RulesOf = (domain: Domain, compiler: ExpressionCompiler) => ManifestRules;

export const mutatingWebhookManifests: RulesOf = (domain, compiler) => ({
  suffix: staticSuffix(domain),
  definitions: [mutatingWebhookConfigurations(domain, compiler)],
  problemOf: ({ object }, path) => webhookProblem(object, path),
});

export const validatingWebhookManifests: RulesOf = (domain, compiler) => ({
  suffix: staticSuffix(domain),
  definitions: [validatingWebhookConfigurations(domain, compiler)],
  problemOf: ({ object }, path) => webhookProblem(object, path),
});

export const mutatingPolicyManifests: RulesOf = (domain, compiler) =>
  policyManifests(domain, [mutatingAdmissionPolicies(domain, compiler), mutatingAdmissionPolicyBindings(domain)]);

export const validatingPolicyManifests: RulesOf = (domain, compiler) =>
  policyManifests(domain, [validatingAdmissionPolicies(domain, compiler), validatingAdmissionPolicyBindings(domain)]);

function policyManifests(domain: Domain, [policies, bindings]: readonly [Policies, Bindings]): ManifestRules {
  const suffix = staticSuffix(domain);
  return {
    suffix,
    definitions: [policies, bindings],
    problemOf: ({ kind, object }) =>
      kind === policies.kind ? policyProblem(kind, object) : bindingProblem(object, suffix),
    problemOfAll(manifests) {
      const names = new Set((manifests.get(policies.kind) ?? []).map(nameOf));
      for (const binding of manifests.get(bindings.kind) ?? []) {
        const policyName = policyNameOf(binding);
        if (names.has(policyName)) continue;
        const what = `references policy "${policyName}" which does not exist in the manifest directory`;
        return `binding "${nameOf(binding)}" ${what}`;
      }
      return undefined;
    },
  };
}

type Policies = ReturnType<typeof mutatingAdmissionPolicies> | ReturnType<typeof validatingAdmissionPolicies>;
type Bindings =
  ReturnType<typeof mutatingAdmissionPolicyBindings> | ReturnType<typeof validatingAdmissionPolicyBindings>;

function policyProblem(kind: string, policy: JsonObject): string | undefined {
  const { paramKind } = policy['spec'] as { paramKind?: ParamKind };
  return paramKind && `${kind} "${nameOf(policy)}": spec.paramKind is not supported for static manifests`;
}

interface BindingSpec {
  readonly policyName?: string;
  readonly paramRef?: ParamRef;
}

function policyNameOf(binding: JsonObject): string {
  return (binding['spec'] as BindingSpec).policyName ?? '';
}

function bindingProblem(binding: JsonObject, suffix: string): string | undefined {
  const policyName = policyNameOf(binding);
  const what = `binding "${nameOf(binding)}"`;
  if (policyName === '') return `${what} must reference a policy (spec.policyName)`;
  if (!policyName.endsWith(suffix)) return `${what}: spec.policyName "${policyName}" must end with "${suffix}"`;
  const { paramRef } = binding['spec'] as BindingSpec;
  return paramRef && `${what}: spec.paramRef is not supported for static manifests`;
}

function webhookProblem(configuration: JsonObject, path: string): string | undefined {
  const webhooks = (configuration['webhooks'] ?? []) as (MutatingWebhook | ValidatingWebhook)[];
  for (const { name, clientConfig } of webhooks) {
    const where = `webhook "${name}" in "${nameOf(configuration)}" (file "${path}")`;
    if (clientConfig.service !== undefined) {
      return `${where}: clientConfig.service is not supported for static manifests; use clientConfig.url instead`;
    }
    if ((clientConfig.url ?? '') === '') return `${where}: clientConfig.url is required for static manifests`;
  }
  return undefined;
}
