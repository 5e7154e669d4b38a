import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ResourceDefinition } from '../definition/definition.js';
import { apiServices, type ApiServiceOptions } from './api-services.js';

/** The kinds of the group `apiregistration.k8s.io`. */
export function apiregistrationKinds(domain: Domain, options: ApiServiceOptions): readonly ResourceDefinition[] {
  return [apiServices(domain, options)];
}
