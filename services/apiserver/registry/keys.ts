import type { ResourceDefinition } from './definition.js';

/**
 * The prefix of all keys of a resource, or of one namespace of it: `/configmaps/` or `/configmaps/default/`; that of another
 * resource where that one keeps the objects.
 */
export function collectionPrefix(definition: ResourceDefinition, namespace = ''): string {
  const { group, resource } = definition.storedAs ?? definition;
  const root = group === '' ? `/${resource}/` : `/${group}/${resource}/`;
  return namespace === '' ? root : `${root}${namespace}/`;
}

/** The key of one object: `/configmaps/default/a`, or `/namespaces/a`. */
export function objectKey(definition: ResourceDefinition, namespace: string, name: string): string {
  return collectionPrefix(definition, definition.scope === 'Namespaced' ? namespace : '') + name;
}
