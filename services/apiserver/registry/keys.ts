import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';

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

/** The collection of a kind that is not built in. */
export interface CustomCollection {
  readonly group: string;
  readonly resource: string;
  /** The prefix of its keys, such as `/example.io/widgets/`. */
  readonly prefix: string;
}

/**
 * The collection that a key belongs to, by its form alone: the group of a custom kind has a dot in it, which no plural name has. It
 * is also found for a dotted built-in group, whose collections callers look up first.
 */
export function customCollection(key: string): CustomCollection | undefined {
  const first = key.indexOf('/', 1);
  const second = key.indexOf('/', first + 1);
  if (first === -1 || second === -1) return undefined;
  const group = key.slice(1, first);
  if (!group.includes('.')) return undefined;
  return { group, resource: key.slice(first + 1, second), prefix: key.slice(0, second + 1) };
}
