import type { GroupResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { collectionPrefix, customCollection } from './keys.js';

/**
 * Returns a function that finds the resource of a key by its first segment or its first two. Undefined for keys that hold no
 * objects.
 */
export function resourceOfKey(definitions: readonly ResourceDefinition[]): (key: string) => GroupResource | undefined {
  const builtIn = new Map<string, GroupResource>();
  for (const definition of definitions) {
    const { group, resource } = definition;
    if (definition.storedAs === undefined) builtIn.set(collectionPrefix(definition), { group, resource });
  }
  return (key) => {
    const first = key.indexOf('/', 1) + 1;
    const second = key.indexOf('/', first) + 1;
    return builtIn.get(key.slice(0, first)) ?? builtIn.get(key.slice(0, second)) ?? customCollection(key);
  };
}
