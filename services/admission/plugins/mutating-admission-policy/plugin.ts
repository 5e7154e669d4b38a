import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import {
  mutatingAdmissionPolicies,
  mutatingAdmissionPolicyBindings,
} from '@pilothouse/client/admissionregistration.js';
import { namespaces } from '@pilothouse/client/core.js';
import type { AdmissionAttributes } from '../../attributes.js';
import type { Awaitable } from '../../awaitable.js';
import { mutatingPolicyManifests } from '../../manifests/restrictions.js';
import { namespaceFinder } from '../../namespaces.js';
import { definePlugin } from '../../plugin.js';
import type { DispatchPolicies } from '../../policies/mutating/dispatch.js';
import type { MutatingCandidate } from '../../policies/mutating/invocations.js';
import { createMutationCounts, MUTATING_POLICY_METRICS } from '../../policies/mutating/metrics.js';
import { policySource } from '../../policies/policy-source.js';

const NAME = 'MutatingAdmissionPolicy';

/** Changes objects by the expressions of MutatingAdmissionPolicies and their bindings. */
export const mutatingAdmissionPolicy = definePlugin({
  name: NAME,
  isDefault: true,
  reads: [mutatingAdmissionPolicies, mutatingAdmissionPolicyBindings, namespaces],
  needs: ['allowsStaticManifests', 'authorizer', 'kinds', 'manifestObserver'],
  metrics: Object.values(MUTATING_POLICY_METRICS),
  async create(host) {
    const { addMetric, authorizer, kinds, objects } = host;
    const counts = createMutationCounts();
    for (const metric of counts.metrics) addMetric(metric);
    const types = { policies: mutatingAdmissionPolicies, bindings: mutatingAdmissionPolicyBindings };
    const find = await policySource({ plugin: NAME, ...types, rulesOf: mutatingPolicyManifests }, host);
    let dispatcher: DispatchPolicies | undefined;
    /** The first write that a policy matches loads the engine. */
    const load = async (): Promise<DispatchPolicies> => {
      const { createDispatcher } = await import('../../policies/mutating/dispatch.js');
      const namespaceNamed = namespaceFinder(objects);
      return (dispatcher ??= createDispatcher({ authorizer, counts, kinds, namespaceNamed, objects }));
    };
    const evaluate = (
      candidates: readonly MutatingCandidate[],
      attributes: AdmissionAttributes,
    ): Awaitable<JsonObject | undefined> => {
      if (candidates.length === 0) return undefined;
      if (dispatcher !== undefined) return dispatcher(candidates, attributes);
      return load().then((dispatch) => dispatch(candidates, attributes));
    };
    return {
      name: NAME,
      rules: [{ operations: ['CREATE', 'UPDATE', 'CONNECT'], groups: ['*'], versions: ['*'], resources: ['*/*'] }],
      admit(attributes) {
        const candidates = find(attributes);
        if (!(candidates instanceof Promise)) return evaluate(candidates, attributes);
        return candidates.then((found) => evaluate(found, attributes));
      },
    };
  },
});
