// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { Lease } from '@pilothouse/apimachinery/generated/coordination/v1.js';
import type { LeaseCandidate } from '@pilothouse/apimachinery/generated/coordination/v1beta1.js';
import type { NamespacedType } from './resource-type.js';

/** Lease is a lock that one of several processes holds and renews, for example to elect a leader. */
export const leases: NamespacedType<Lease> = {
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  resource: 'leases',
  scope: 'Namespaced',
};

/**
 * LeaseCandidate is a process that can become the leader of a Lease. A coordinator selects one of them.
 * @deprecated since 1.36, removed in 1.39.
 */
export const leaseCandidates: NamespacedType<LeaseCandidate> = {
  group: 'coordination.k8s.io',
  version: 'v1beta1',
  kind: 'LeaseCandidate',
  resource: 'leasecandidates',
  scope: 'Namespaced',
};
