import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import { notFound } from '@pilothouse/apimachinery/status/status-error.js';
import type { ResourceNames } from '@pilothouse/client/resource-type.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { storedKinds, type Catalog } from '../registry/catalog.js';
import type { Resource } from '../registry/resource.js';

export interface ResourceLookupOptions {
  readonly catalog: Pick<Catalog, 'current'>;
  /** The resource in each served version. */
  readonly resourcesOf: (definition: ResourceDefinition) => readonly Resource[];
}

/** Finds resources by name, among the kinds that are served now. Throws 404. */
export type ResourceLookup = (type: ResourceNames) => Resource;

export function resourceLookup({ catalog, resourcesOf }: ResourceLookupOptions): ResourceLookup {
  const known = keyed((_snapshot: ReturnType<Catalog['current']>) => {
    const definitions = new Map(storedKinds(catalog).map((each) => [`${each.resource}.${each.group}`, each]));
    return { definitions, resources: new WeakMap<ResourceNames, Resource>() };
  });
  return (type) => {
    const { definitions, resources } = known(catalog.current());
    let found = resources.get(type);
    if (found === undefined) {
      const { group, resource, version } = type;
      const definition = definitions.get(`${resource}.${group}`);
      const versions = definition === undefined ? [] : resourcesOf(definition);
      found = version === undefined ? versions[0] : versions.find((each) => each.version.name === version);
      if (found === undefined) throw notFound({ group, resource }, '');
      resources.set(type, found);
    }
    return found;
  };
}
