import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import type {
  MatchResources,
  ParamKind,
  ParamRef,
} from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import type { AdmissionAttributes } from '../attributes.js';
import { equivalentResources, matchResource, type AdmittedResource } from '../matching/resource.js';
import { targetOf } from '../matching/target.js';
import { compileMatch, type CompiledMatch } from './match.js';

/** What validating and mutating policies have in common. */
export interface PolicyObject extends JsonObject {
  metadata: { name?: string };
  spec: { paramKind?: ParamKind; matchConstraints?: MatchResources; failurePolicy?: string };
}

export interface BindingObject extends JsonObject {
  metadata: { name?: string };
  spec: { policyName?: string; paramRef?: ParamRef; matchResources?: MatchResources };
}

/** A policy with its bindings. */
interface BoundPolicy<Policy, Binding> {
  readonly policy: Policy;
  readonly match: CompiledMatch;
  readonly bindings: readonly { readonly binding: Binding; readonly match: CompiledMatch }[];
}

/** A policy and those of its bindings whose rules can match a write. Names of objects and selectors are not considered. */
export interface Candidate<Policy, Binding> extends BoundPolicy<Policy, Binding> {
  /** The resource by which the policy sees the write, if no rule has names. */
  readonly matched: AdmittedResource;
}

/** Finds the policies for a write. Policies without bindings have no effect. */
export type PolicyPlan<Policy, Binding> = (
  policies: readonly Policy[],
  bindings: readonly Binding[],
  definitions: readonly ResourceDefinition[],
  attributes: AdmissionAttributes,
) => readonly Candidate<Policy, Binding>[];

/** Kinds of requests that one plan keeps at most. */
const MAX_KNOWN = 10_000;

/** Creates a plan. It matches rules once for each kind of request, until policies, bindings or kinds change. */
export function createPolicyPlan<Policy extends PolicyObject, Binding extends BindingObject>(): PolicyPlan<
  Policy,
  Binding
> {
  const compiledPolicy = keyed((policy: Policy) => compileMatch(policy.spec.matchConstraints));
  const compiledBinding = keyed((binding: Binding) => compileMatch(binding.spec.matchResources));
  const planFor = keyed((policies: readonly Policy[]) =>
    keyed((bindings: readonly Binding[]) => {
      const bound = boundPolicies(policies, bindings, { compiledPolicy, compiledBinding });
      const known = keyed(
        (_definitions: readonly ResourceDefinition[]) => new Map<string, readonly Candidate<Policy, Binding>[]>(),
      );
      return { bound, known };
    }),
  );
  return (policies, bindings, definitions, attributes) => {
    if (policies.length === 0 || bindings.length === 0) return [];
    const { bound, known } = planFor(policies)(bindings);
    if (bound.length === 0) return [];
    const candidates = known(definitions);
    const key = keyOf(attributes);
    let found = candidates.get(key);
    if (found === undefined) {
      if (candidates.size >= MAX_KNOWN) candidates.clear();
      candidates.set(key, (found = candidatesFor(bound, definitions, attributes)));
    }
    return found;
  };
}

/** What rules without names distinguish. */
function keyOf({
  operation,
  resource: { group, version, resource },
  subresource,
  namespace,
}: AdmissionAttributes): string {
  return `${operation} ${group}/${version}/${resource}/${subresource} ${namespace !== ''}`;
}

interface Compilers<Policy, Binding> {
  readonly compiledPolicy: (policy: Policy) => CompiledMatch;
  readonly compiledBinding: (binding: Binding) => CompiledMatch;
}

function boundPolicies<Policy extends PolicyObject, Binding extends BindingObject>(
  policies: readonly Policy[],
  bindings: readonly Binding[],
  { compiledPolicy, compiledBinding }: Compilers<Policy, Binding>,
): readonly BoundPolicy<Policy, Binding>[] {
  const byPolicy = new Map<string, Binding[]>();
  for (const binding of bindings) {
    const { policyName = '' } = binding.spec;
    const known = byPolicy.get(policyName);
    if (known === undefined) byPolicy.set(policyName, [binding]);
    else known.push(binding);
  }
  return policies.flatMap((policy) => {
    const own = byPolicy.get(policy.metadata.name ?? '');
    if (own === undefined) return [];
    const bound = own.map((binding) => ({ binding, match: compiledBinding(binding) }));
    return [{ policy, match: compiledPolicy(policy), bindings: bound }];
  });
}

function candidatesFor<Policy, Binding>(
  bound: readonly BoundPolicy<Policy, Binding>[],
  definitions: readonly ResourceDefinition[],
  attributes: AdmissionAttributes,
): readonly Candidate<Policy, Binding>[] {
  const matchedBy = matcherFor(definitions, attributes);
  return bound.flatMap(({ policy, match, bindings }) => {
    const matched = matchedBy(match.ofAnyName);
    if (matched === undefined) return [];
    const matching = bindings.filter((each) => matchedBy(each.match.ofAnyName) !== undefined);
    return matching.length === 0 ? [] : [{ policy, match, bindings: matching, matched }];
  });
}

/** Matches rules with a write. */
export function matcherFor(
  definitions: readonly ResourceDefinition[],
  attributes: AdmissionAttributes,
): (match: CompiledMatch['resources']) => AdmittedResource | undefined {
  const target = targetOf(attributes);
  const { group, resource } = attributes.resource;
  const requested: AdmittedResource = { ...attributes.resource, type: attributes.kind };
  const equivalents = (): readonly AdmittedResource[] => {
    const definition = definitions.find((each) => each.group === group && each.resource === resource);
    return definition === undefined ? [] : equivalentResources(definitions, definition, attributes.subresource);
  };
  return (match) => matchResource(match, target, requested, equivalents);
}
