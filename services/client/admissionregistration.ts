// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import type { ClusterType, PartType } from './resource-type.js';

/** MutatingAdmissionPolicy changes objects of requests by expressions in CEL. It has effect through its bindings. */
export const mutatingAdmissionPolicies: ClusterType<MutatingAdmissionPolicy> = {
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'MutatingAdmissionPolicy',
  resource: 'mutatingadmissionpolicies',
  scope: 'Cluster',
};

/** MutatingAdmissionPolicyBinding puts a policy into effect, for some requests and with parameters. Each binding of a policy is evaluated on its own, and each costs time. */
export const mutatingAdmissionPolicyBindings: ClusterType<MutatingAdmissionPolicyBinding> = {
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'MutatingAdmissionPolicyBinding',
  resource: 'mutatingadmissionpolicybindings',
  scope: 'Cluster',
};

/** MutatingWebhookConfiguration lists webhooks that can change or refuse objects before they are stored. */
export const mutatingWebhookConfigurations: ClusterType<MutatingWebhookConfiguration> = {
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'MutatingWebhookConfiguration',
  resource: 'mutatingwebhookconfigurations',
  scope: 'Cluster',
};

/** ValidatingAdmissionPolicy accepts or refuses requests by expressions in CEL. It has effect through its bindings. */
export const validatingAdmissionPolicies: ClusterType<ValidatingAdmissionPolicy, { readonly status: PartType }> = {
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingAdmissionPolicy',
  resource: 'validatingadmissionpolicies',
  scope: 'Cluster',
  subresources: { status: { type: 'part' } },
};

/** ValidatingAdmissionPolicyBinding puts a policy into effect, for some requests and with parameters. Each binding of a policy is evaluated on its own, and each costs time. */
export const validatingAdmissionPolicyBindings: ClusterType<ValidatingAdmissionPolicyBinding> = {
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingAdmissionPolicyBinding',
  resource: 'validatingadmissionpolicybindings',
  scope: 'Cluster',
};

/** ValidatingWebhookConfiguration lists webhooks that can refuse objects before they are stored. */
export const validatingWebhookConfigurations: ClusterType<ValidatingWebhookConfiguration> = {
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  kind: 'ValidatingWebhookConfiguration',
  resource: 'validatingwebhookconfigurations',
  scope: 'Cluster',
};
