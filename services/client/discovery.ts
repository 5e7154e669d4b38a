// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { EndpointSlice } from '@pilothouse/apimachinery/generated/discovery/v1.js';
import type { NamespacedType } from './resource-type.js';

/** EndpointSlice is a set of endpoints of a service. A service usually has several slices, selected by the label `kubernetes.io/service-name`. */
export const endpointSlices: NamespacedType<EndpointSlice> = {
  group: 'discovery.k8s.io',
  version: 'v1',
  kind: 'EndpointSlice',
  resource: 'endpointslices',
  scope: 'Namespaced',
};
