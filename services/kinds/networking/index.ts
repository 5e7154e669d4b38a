import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ResourceDefinition } from '../definition/definition.js';
import { ingressClasses } from './ingress-classes.js';
import { ingresses } from './ingresses.js';
import { ipAddresses } from './ip-addresses.js';
import { networkPolicies } from './network-policies.js';
import { serviceCidrs } from './service-cidrs.js';

/** The kinds of the group `networking.k8s.io`. */
export function networkingKinds(domain: Domain): readonly ResourceDefinition[] {
  return [
    ingressClasses(domain),
    ingresses(domain),
    ipAddresses(domain),
    networkPolicies(domain),
    serviceCidrs(domain),
  ];
}
