// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { Lease } from '@pilothouse/apimachinery/generated/coordination/v1.js';
import type { NamespacedType } from './resource-type.js';

/** A claim that one of several processes holds for a while and renews, such as that of being their leader. */
export const leases: NamespacedType<Lease> = {
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  resource: 'leases',
  scope: 'Namespaced',
};
