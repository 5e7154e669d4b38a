import type { Conversion, ServedKinds } from '@pilothouse/admission/kinds.js';
import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { withApiVersion } from '@pilothouse/kinds/definition/converter.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import { storedKinds, type Catalog, type CatalogSnapshot } from '../registry/catalog.js';
import type { Resource } from '../registry/resource.js';

export interface ServedKindsOptions {
  readonly catalog: Pick<Catalog, 'current'>;
  /** The resource in each served version. */
  readonly resourcesOf: (definition: ResourceDefinition) => readonly Resource[];
}

/** The kinds of the catalog, for admission plugins. */
export function servedKinds({ catalog, resourcesOf }: ServedKindsOptions): ServedKinds {
  const allOf = keyed((snapshot: CatalogSnapshot) => storedKinds({ current: () => snapshot }));
  const current = (): readonly ResourceDefinition[] => allOf(catalog.current());
  return {
    current,
    async convert(object, { from, to, signal }: Conversion) {
      const definition = current().find(({ group, resource }) => group === from.group && resource === from.resource);
      if (definition === undefined) throw new Error(`unable to convert to ${to.kind}: ${from.resource} is not served`);
      const apiVersion = groupVersion(to.group, to.version);
      if (definition.origin !== undefined) {
        const converted = await definition.origin.converter?.convert([object], apiVersion, { signal });
        return converted?.[0] ?? withApiVersion(object, apiVersion);
      }
      const [resource] = resourcesOf(definition);
      const {
        kind: _kind,
        apiVersion: _version,
        ...rest
      } = resource?.fieldVersions.convert(object, groupVersion(from.group, from.version), apiVersion) ?? object;
      return Object.assign(newObject(), { kind: to.kind, apiVersion }, rest);
    },
  };
}
