import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { AdmissionAttributes } from '../attributes.js';

/** Policies of the API do not judge these, so that a wrong one can be corrected. */
const OF_POLICIES: ReadonlySet<string> = new Set([
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
]);

/** Questions without which nothing in a cluster works. They store nothing. */
const REVIEWS = {
  authentication: ['selfsubjectreviews', 'tokenreviews'],
  authorization: [
    'localsubjectaccessreviews',
    'selfsubjectaccessreviews',
    'selfsubjectrulesreviews',
    'subjectaccessreviews',
  ],
};

/**
 * What policies do not judge, as in Kubernetes: `always`, or `fromObjects`, which only policies from manifests judge.
 * Undefined for other writes.
 */
export type Exemption = 'always' | 'fromObjects' | undefined;

export function exemptionOf(domain: Domain): (write: Pick<AdmissionAttributes, 'resource'>) => Exemption {
  const policies = domain.group('admissionregistration');
  const reviews = new Map<string, ReadonlySet<string>>(
    Object.entries(REVIEWS).map(([group, resources]) => [domain.group(group), new Set(resources)]),
  );
  return ({ resource: { group, resource } }) => {
    if (group === policies && OF_POLICIES.has(resource)) return 'fromObjects';
    return reviews.get(group)?.has(resource) === true ? 'always' : undefined;
  };
}
