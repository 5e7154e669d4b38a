import type { ClusterType } from '@pilothouse/client/resource-type.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import type { AdmissionAttributes } from '../attributes.js';
import type { Awaitable } from '../awaitable.js';
import type { Capabilities } from '../capabilities.js';
import type { Manifests } from '../manifests/load.js';
import { pluginManifests, policyDirectory } from '../manifests/plugin-manifests.js';
import type { RulesOf } from '../manifests/restrictions.js';
import type { PluginHost } from '../plugin.js';
import { exemptionOf } from './exempt.js';
import { createPolicyPlan, type BindingObject, type Candidate, type PolicyObject } from './plan.js';

export interface PolicySourceOptions<Policy, Binding> {
  /** The name of the plugin. */
  readonly plugin: string;
  readonly policies: ClusterType<Policy & PolicyObject>;
  readonly bindings: ClusterType<Binding & BindingObject>;
  readonly rulesOf: RulesOf;
}

/** Finds the policies whose rules can match a write, with those of manifests first. */
export type FindPolicies<Policy, Binding> = (
  attributes: AdmissionAttributes,
) => Awaitable<readonly Candidate<Policy, Binding>[]>;

/** Reads policies from manifests, if the plugin is so configured, and from the API. Rejects for a wrong configuration. */
export async function policySource<Policy extends PolicyObject, Binding extends BindingObject>(
  { plugin, policies, bindings, rulesOf }: PolicySourceOptions<Policy, Binding>,
  host: PluginHost & Pick<Capabilities, 'kinds' | 'allowsStaticManifests' | 'manifestObserver'>,
): Promise<FindPolicies<Policy, Binding>> {
  const { domain, kinds, objects } = host;
  const policyType = inDomain(policies, domain);
  const bindingType = inDomain(bindings, domain);
  const plan = createPolicyPlan<Policy, Binding>();
  const exemption = exemptionOf(domain);
  const manifests = await pluginManifests(plugin, policyDirectory(plugin, host), rulesOf, host);
  // The loader has decoded and validated the objects as those of the kinds. The same arrays until they change.
  const policiesIn = (loaded: Manifests): readonly Policy[] => (loaded.get(policies.kind) ?? []) as readonly Policy[];
  const bindingsIn = (loaded: Manifests): readonly Binding[] => (loaded.get(bindings.kind) ?? []) as readonly Binding[];
  return (attributes) => {
    const exempt = exemption(attributes);
    if (exempt === 'always') return [];
    const definitions = kinds.current();
    const loaded = manifests?.current();
    const first = loaded === undefined ? [] : plan(policiesIn(loaded), bindingsIn(loaded), definitions, attributes);
    if (exempt === 'fromObjects') return first;
    const { signal } = attributes;
    const join = (all: readonly Policy[], bound: readonly Binding[]): readonly Candidate<Policy, Binding>[] => {
      const others = plan(all, bound, definitions, attributes);
      return first.length === 0 ? others : [...first, ...others];
    };
    const all = objects.list(policyType, { signal });
    const bound = objects.list(bindingType, { signal });
    if (!(all instanceof Promise || bound instanceof Promise)) return join(all, bound);
    return Promise.all([all, bound]).then((lists) => join(...lists));
  };
}
