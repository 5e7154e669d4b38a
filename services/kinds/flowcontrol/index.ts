import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ResourceDefinition } from '../definition/definition.js';
import { flowSchemas } from './flow-schemas.js';
import { priorityLevelConfigurations } from './priority-level-configurations.js';

/** The kinds of the group `flowcontrol.apiserver.k8s.io`. */
export function flowcontrolKinds(domain: Domain): readonly ResourceDefinition[] {
  return [flowSchemas(domain), priorityLevelConfigurations(domain)];
}
