import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ResourceDefinition } from '../definition/definition.js';
import { runtimeClasses } from './runtime-classes.js';

/** The kinds of the group `node.k8s.io`. */
export function nodeKinds(domain: Domain): readonly ResourceDefinition[] {
  return [runtimeClasses(domain)];
}
