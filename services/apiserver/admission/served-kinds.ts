import type { Conversion, ObjectForm, ServedKinds } from '@pilothouse/admission/kinds.js';
import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder } from '@pilothouse/apimachinery/schema/decode.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { compileType, UNTYPED, type Type } from '@pilothouse/apimachinery/typed/type.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { withApiVersion } from '@pilothouse/kinds/definition/converter.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import { subresourcesIn } from '@pilothouse/kinds/definition/versions.js';
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
    formOf({ group, version, resource }, subresource) {
      const definition = current().find((each) => each.group === group && each.resource === resource);
      if (definition === undefined) {
        const virtual = catalog.current().virtual.find((each) => each.group === group && each.resource === resource);
        return virtual && formOfSchema(virtual.versions[0].schema);
      }
      const served = resourcesOf(definition).find((each) => each.version.name === version);
      return served && formIn(served, subresource);
    },
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

function formIn(resource: Resource, subresource: string): ObjectForm | undefined {
  const { definition, version, fieldVersions, apiVersion, decode } = resource;
  const part = subresource === '' ? undefined : subresourcesIn(definition, version)[subresource];
  if (part?.type === 'view' || part?.type === 'action') return formOfSchema(part.schema);
  if (part?.type === 'connect') return { ...formOfSchema(part.schema), type: () => undefined };
  if (subresource !== '' && part === undefined) return undefined;
  return { type: () => fieldVersions.typeOf(apiVersion) ?? UNTYPED, decode, isCustom: definition.origin !== undefined };
}

/** The form of a kind that only a subresource has, compiled on first use. */
const formOfSchema = keyed((schema: StructSchema): ObjectForm => ({
  type: once(() => compileType(schema)),
  decode: compileDecoder(schema),
  isCustom: false,
}));

function once(make: () => Type): () => Type {
  let made: Type | undefined;
  return () => (made ??= make());
}
