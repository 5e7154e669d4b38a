import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ResourceDefinition } from '../definition/definition.js';
import { priorityClasses } from './priority-classes.js';

/** The kinds of the group `scheduling.k8s.io`. */
export function schedulingKinds(domain: Domain): readonly ResourceDefinition[] {
  return [priorityClasses(domain)];
}
