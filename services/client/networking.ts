// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { IPAddress, ServiceCIDR } from '@pilothouse/apimachinery/generated/networking/v1.js';
import type { ClusterType, PartType } from './resource-type.js';

/** IPAddress is a single IP address that is in use. The server creates one for each cluster IP that it allocates. The name of the object is the address in its canonical form. */
export const ipAddresses: ClusterType<IPAddress> = {
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'IPAddress',
  resource: 'ipaddresses',
  scope: 'Cluster',
};

/** ServiceCIDR defines ranges from which the cluster IPs of services are allocated. */
export const serviceCIDRs: ClusterType<ServiceCIDR, { readonly status: PartType }> = {
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'ServiceCIDR',
  resource: 'servicecidrs',
  scope: 'Cluster',
  subresources: { status: { type: 'part' } },
};
