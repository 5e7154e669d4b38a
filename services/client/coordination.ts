// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { Lease } from '@pilothouse/apimachinery/generated/coordination/v1.js';
import type { NamespacedType } from './resource-type.js';

/** Lease is a lock that one of several processes holds and renews, for example to elect a leader. */
export const leases: NamespacedType<Lease> = {
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  resource: 'leases',
  scope: 'Namespaced',
};
