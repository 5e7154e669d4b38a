import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import {
  validatingAdmissionPolicies,
  validatingAdmissionPolicyBindings,
} from '@pilothouse/client/admissionregistration.js';
import { namespaces } from '@pilothouse/client/core.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import type { AdmissionAttributes } from '../../attributes.js';
import type { Awaitable } from '../../awaitable.js';
import { definePlugin } from '../../plugin.js';
import { isExempt } from '../../policies/exempt.js';
import { namespaceFinder } from '../../policies/namespaces.js';
import { createPolicyPlan } from '../../policies/plan.js';
import type { DispatchPolicies } from '../../policies/validating/dispatch.js';
import { createPolicyCounts, VALIDATING_POLICY_METRICS } from '../../policies/validating/metrics.js';

/** Refuses writes by the expressions of ValidatingAdmissionPolicies and their bindings. */
export const validatingAdmissionPolicy = definePlugin({
  name: 'ValidatingAdmissionPolicy',
  isDefault: true,
  reads: [validatingAdmissionPolicies, validatingAdmissionPolicyBindings, namespaces],
  needs: ['authorizer', 'kinds'],
  metrics: Object.values(VALIDATING_POLICY_METRICS),
  create({ addMetric, authorizer, domain, kinds, objects }) {
    const policyType = inDomain(validatingAdmissionPolicies, domain);
    const bindingType = inDomain(validatingAdmissionPolicyBindings, domain);
    const counts = createPolicyCounts();
    for (const metric of counts.metrics) addMetric(metric);
    const plan = createPolicyPlan<ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding>();
    const isExcluded = isExempt(domain);
    let dispatcher: DispatchPolicies | undefined;
    /** The first write that a policy matches loads the engine. */
    const load = async (): Promise<DispatchPolicies> => {
      const { createDispatcher } = await import('../../policies/validating/dispatch.js');
      const namespaceNamed = namespaceFinder(objects);
      return (dispatcher ??= createDispatcher({ authorizer, counts, domain, kinds, namespaceNamed, objects }));
    };
    const evaluate = (
      policies: readonly ValidatingAdmissionPolicy[],
      bindings: readonly ValidatingAdmissionPolicyBinding[],
      attributes: AdmissionAttributes,
    ): Awaitable<void> => {
      const candidates = plan(policies, bindings, kinds.current(), attributes);
      if (candidates.length === 0) return undefined;
      if (dispatcher !== undefined) return dispatcher(candidates, attributes);
      return load().then((dispatch) => dispatch(candidates, attributes));
    };
    return {
      name: 'ValidatingAdmissionPolicy',
      validate(attributes) {
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
