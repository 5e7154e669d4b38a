import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ResourceDefinition } from '../definition/definition.js';
import { endpointSlices } from './endpoint-slices.js';

/** The kinds of the group `discovery.k8s.io`. */
export function discoveryKinds(domain: Domain): readonly ResourceDefinition[] {
  return [endpointSlices(domain)];
}
