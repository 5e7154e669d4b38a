import type { ResourceDefinition } from './definition.js';

/** The prefix of all keys of a resource, or of one namespace of it: `/configmaps/` or `/configmaps/default/`. */
export function collectionPrefix({ group, resource }: ResourceDefinition, namespace = ''): string {
  const root = group === '' ? `/${resource}/` : `/${group}/${resource}/`;
  return namespace === '' ? root : `${root}${namespace}/`;
}

/** The key of one object: `/configmaps/default/a`, or `/namespaces/a`. */
export function objectKey(definition: ResourceDefinition, namespace: string, name: string): string {
  return collectionPrefix(definition, definition.scope === 'Namespaced' ? namespace : '') + name;
}
