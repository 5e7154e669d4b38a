import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';

/**
 * The key prefix of a resource, or of one namespace of it: `/configmaps/` or `/configmaps/default/`. If another
 * resource stores the objects, it is that resource's.
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

/** The collection of a custom kind. */
export interface CustomCollection {
  readonly group: string;
  readonly resource: string;
  /** The key prefix, such as `/example.io/widgets/`. */
  readonly prefix: string;
}

/**
 * The collection of a key, from its form alone: a custom group has a dot, and a plural name has none. A built-in group
 * with a dot matches too, so callers look up built-in collections first.
 */
export function customCollection(key: string): CustomCollection | undefined {
  const first = key.indexOf('/', 1);
  const second = key.indexOf('/', first + 1);
  if (first === -1 || second === -1) return undefined;
  const group = key.slice(1, first);
  if (!group.includes('.')) return undefined;
  return { group, resource: key.slice(first + 1, second), prefix: key.slice(0, second + 1) };
}
