import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ResourceDefinition } from '../definition/definition.js';
import { leaseCandidates } from './lease-candidates.js';
import { leases } from './leases.js';

/** The kinds of the group `coordination.k8s.io`. */
export function coordinationKinds(domain: Domain): readonly ResourceDefinition[] {
  return [leases(domain), leaseCandidates(domain)];
}
