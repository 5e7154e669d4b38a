import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { AdmissionAttributes } from '../attributes.js';

/** Policies do not judge these, so that a wrong one can be corrected. */
const OF_POLICIES = [
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
];

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

/** Creates a test whether policies ignore a write, as in Kubernetes. */
export function isExempt(domain: Domain): (write: Pick<AdmissionAttributes, 'resource'>) => boolean {
  const groups = new Map<string, ReadonlySet<string>>([
    [domain.group('admissionregistration'), new Set(OF_POLICIES)],
    ...Object.entries(REVIEWS).map(([group, resources]) => [domain.group(group), new Set(resources)] as const),
  ]);
  return ({ resource: { group, resource } }) => groups.get(group)?.has(resource) === true;
}
