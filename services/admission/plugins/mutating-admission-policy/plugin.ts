import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import {
  mutatingAdmissionPolicies,
  mutatingAdmissionPolicyBindings,
} from '@pilothouse/client/admissionregistration.js';
import { namespaces } from '@pilothouse/client/core.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import type { AdmissionAttributes } from '../../attributes.js';
import type { Awaitable } from '../../awaitable.js';
import { definePlugin } from '../../plugin.js';
import { isExempt } from '../../policies/exempt.js';
import type { DispatchPolicies } from '../../policies/mutating/dispatch.js';
import { createMutationCounts, MUTATING_POLICY_METRICS } from '../../policies/mutating/metrics.js';
import { namespaceFinder } from '../../policies/namespaces.js';
import { createPolicyPlan } from '../../policies/plan.js';

/** Changes objects by the expressions of MutatingAdmissionPolicies and their bindings. */
export const mutatingAdmissionPolicy = definePlugin({
  name: 'MutatingAdmissionPolicy',
  isDefault: true,
  reads: [mutatingAdmissionPolicies, mutatingAdmissionPolicyBindings, namespaces],
  needs: ['authorizer', 'kinds'],
  metrics: Object.values(MUTATING_POLICY_METRICS),
  create({ addMetric, authorizer, domain, kinds, objects }) {
    const policyType = inDomain(mutatingAdmissionPolicies, domain);
    const bindingType = inDomain(mutatingAdmissionPolicyBindings, domain);
    const counts = createMutationCounts();
    for (const metric of counts.metrics) addMetric(metric);
    const plan = createPolicyPlan<MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding>();
    const isExcluded = isExempt(domain);
    let dispatcher: DispatchPolicies | undefined;
    /** The first write that a policy matches loads the engine. */
    const load = async (): Promise<DispatchPolicies> => {
      const { createDispatcher } = await import('../../policies/mutating/dispatch.js');
      const namespaceNamed = namespaceFinder(objects);
      return (dispatcher ??= createDispatcher({ authorizer, counts, kinds, namespaceNamed, objects }));
    };
    const evaluate = (
      policies: readonly MutatingAdmissionPolicy[],
      bindings: readonly MutatingAdmissionPolicyBinding[],
      attributes: AdmissionAttributes,
    ): Awaitable<JsonObject | undefined> => {
      const candidates = plan(policies, bindings, kinds.current(), attributes);
      if (candidates.length === 0) return undefined;
      if (dispatcher !== undefined) return dispatcher(candidates, attributes);
      return load().then((dispatch) => dispatch(candidates, attributes));
    };
    return {
      name: 'MutatingAdmissionPolicy',
      rules: [{ operations: ['CREATE', 'UPDATE', 'CONNECT'], groups: ['*'], versions: ['*'], resources: ['*/*'] }],
      admit(attributes) {
        if (isExcluded(attributes)) return undefined;
        const { signal } = attributes;
        const policies = objects.list(policyType, { signal });
        const bindings = objects.list(bindingType, { signal });
        if (!(policies instanceof Promise || bindings instanceof Promise)) {
          return evaluate(policies, bindings, attributes);
        }
        return Promise.all([policies, bindings]).then(([all, bound]) => evaluate(all, bound, attributes));
      },
    };
  },
});
