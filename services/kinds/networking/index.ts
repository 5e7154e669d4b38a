import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ResourceDefinition } from '../definition/definition.js';
import { ipAddresses } from './ip-addresses.js';
import { serviceCidrs } from './service-cidrs.js';

/** The kinds of the group `networking.k8s.io`. */
export function networkingKinds(domain: Domain): readonly ResourceDefinition[] {
  return [ipAddresses(domain), serviceCidrs(domain)];
}
