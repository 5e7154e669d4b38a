import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import type { AdmissionAttributes } from '../attributes.js';
import { equivalentResources, matchResource, type AdmittedResource } from '../matching/resource.js';
import { targetOf } from '../matching/target.js';
import type { Webhook } from './webhook.js';

/** A webhook whose rules match, with its index among all webhooks. */
export interface Candidate {
  readonly webhook: Webhook;
  readonly index: number;
  /** The resource by which it sees the write. */
  readonly matched: AdmittedResource;
}

/** The webhooks whose rules match a write. Selectors and conditions are not considered. */
export type Plan = (
  webhooks: readonly Webhook[],
  definitions: readonly ResourceDefinition[],
  attributes: AdmissionAttributes,
) => readonly Candidate[];

/** Kinds of requests that one plan keeps at most. */
const MAX_KNOWN = 10_000;

/** Creates a plan. It matches rules once for each kind of request, until the webhooks or the kinds change. */
export function createPlan(): Plan {
  const knownFor = keyed((_webhooks: readonly Webhook[]) =>
    keyed((_definitions: readonly ResourceDefinition[]) => new Map<string, readonly Candidate[]>()),
  );
  return (webhooks, definitions, attributes) => {
    if (webhooks.length === 0) return [];
    const known = knownFor(webhooks)(definitions);
    const { resource, subresource, operation, namespace } = attributes;
    const { group, version, resource: name } = resource;
    const key = `${operation} ${group}/${version}/${name}/${subresource} ${namespace !== ''}`;
    let found = known.get(key);
    if (found === undefined) {
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(key, (found = candidates(webhooks, definitions, attributes)));
    }
    return found;
  };
}

function candidates(
  webhooks: readonly Webhook[],
  definitions: readonly ResourceDefinition[],
  attributes: AdmissionAttributes,
): readonly Candidate[] {
  const target = targetOf(attributes);
  const requested: AdmittedResource = { ...attributes.resource, type: attributes.kind };
  const { group, resource } = attributes.resource;
  const equivalents = (): readonly AdmittedResource[] => {
    const definition = definitions.find((each) => each.group === group && each.resource === resource);
    return definition === undefined ? [] : equivalentResources(definitions, definition, attributes.subresource);
  };
  return webhooks.flatMap((webhook, index) => {
    const matched = matchResource(webhook.match, target, requested, equivalents);
    return matched === undefined ? [] : [{ webhook, index, matched }];
  });
}

/** The kinds about which no webhook is asked, so that a wrong one can be corrected. */
const EXEMPT = new Set([
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
  'MutatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'ValidatingWebhookConfiguration',
]);

/** Whether webhooks and policies are not asked about the kind (Kubernetes' rule). */
export function isExempt({ kind }: Pick<AdmissionAttributes, 'kind'>, domain: Domain): boolean {
  return EXEMPT.has(kind.kind) && kind.group === domain.group('admissionregistration');
}
