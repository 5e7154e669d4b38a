// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type {
  IPAddress,
  Ingress,
  IngressClass,
  NetworkPolicy,
  ServiceCIDR,
} from '@pilothouse/apimachinery/generated/networking/v1.js';
import type { ClusterType, NamespacedType, PartType } from './resource-type.js';

/** IngressClass is a class of Ingresses, which names their controller. The annotation `ingressclass.kubernetes.io/is-default-class` makes it the default for new Ingresses. */
export const ingressClasses: ClusterType<IngressClass> = {
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'IngressClass',
  resource: 'ingressclasses',
  scope: 'Cluster',
};

/** Ingress is a collection of rules by which inbound connections reach backends. A controller gives services URLs that can be reached from outside, balances load, terminates TLS and serves virtual hosts by name. */
export const ingresses: NamespacedType<Ingress, { readonly status: PartType }> = {
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'Ingress',
  resource: 'ingresses',
  scope: 'Namespaced',
  subresources: { status: { type: 'part' } },
};

/** IPAddress is a single IP address that is in use. The server creates one for each cluster IP that it allocates. The name of the object is the address in its canonical form. */
export const ipAddresses: ClusterType<IPAddress> = {
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'IPAddress',
  resource: 'ipaddresses',
  scope: 'Cluster',
};

/** NetworkPolicy describes which traffic is allowed for a set of pods. */
export const networkPolicies: NamespacedType<NetworkPolicy> = {
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'NetworkPolicy',
  resource: 'networkpolicies',
  scope: 'Namespaced',
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
