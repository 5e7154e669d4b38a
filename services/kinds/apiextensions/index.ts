import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ResourceDefinition } from '../definition/definition.js';
import { customResourceDefinitions, type DefinitionOptions } from './custom-resource-definitions.js';

/** The kinds of the group `apiextensions.k8s.io`. */
export function apiextensionsKinds(domain: Domain, options: DefinitionOptions): readonly ResourceDefinition[] {
  return [customResourceDefinitions(domain, options)];
}
