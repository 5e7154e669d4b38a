import {
  validatingAdmissionPolicies,
  validatingAdmissionPolicyBindings,
} from '@pilothouse/client/admissionregistration.js';
import { namespaces } from '@pilothouse/client/core.js';
import type { AdmissionAttributes } from '../../attributes.js';
import type { Awaitable } from '../../awaitable.js';
import { validatingPolicyManifests } from '../../manifests/restrictions.js';
import { namespaceFinder } from '../../namespaces.js';
import { definePlugin } from '../../plugin.js';
import { policySource } from '../../policies/policy-source.js';
import type { DispatchPolicies, ValidatingCandidate } from '../../policies/validating/dispatch.js';
import { createPolicyCounts, VALIDATING_POLICY_METRICS } from '../../policies/validating/metrics.js';

const NAME = 'ValidatingAdmissionPolicy';

/** Refuses writes by the expressions of ValidatingAdmissionPolicies and their bindings. */
export const validatingAdmissionPolicy = definePlugin({
  name: NAME,
  isDefault: true,
  reads: [validatingAdmissionPolicies, validatingAdmissionPolicyBindings, namespaces],
  needs: ['allowsStaticManifests', 'authorizer', 'kinds', 'manifestObserver'],
  metrics: Object.values(VALIDATING_POLICY_METRICS),
  async create(host) {
    const { addMetric, authorizer, domain, kinds, objects } = host;
    const counts = createPolicyCounts();
    for (const metric of counts.metrics) addMetric(metric);
    const types = { policies: validatingAdmissionPolicies, bindings: validatingAdmissionPolicyBindings };
    const find = await policySource({ plugin: NAME, ...types, rulesOf: validatingPolicyManifests }, host);
    let dispatcher: DispatchPolicies | undefined;
    /** The first write that a policy matches loads the engine. */
    const load = async (): Promise<DispatchPolicies> => {
      const { createDispatcher } = await import('../../policies/validating/dispatch.js');
      const namespaceNamed = namespaceFinder(objects);
      return (dispatcher ??= createDispatcher({ authorizer, counts, domain, kinds, namespaceNamed, objects }));
    };
    const evaluate = (candidates: readonly ValidatingCandidate[], attributes: AdmissionAttributes): Awaitable<void> => {
      if (candidates.length === 0) return undefined;
      if (dispatcher !== undefined) return dispatcher(candidates, attributes);
      return load().then((dispatch) => dispatch(candidates, attributes));
    };
    return {
      name: NAME,
      validate(attributes) {
        const candidates = find(attributes);
        if (!(candidates instanceof Promise)) return evaluate(candidates, attributes);
        return candidates.then((found) => evaluate(found, attributes));
      },
    };
  },
});
