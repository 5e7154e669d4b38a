import type { Versions } from '@pilothouse/apimachinery/apply/versions.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Type } from '@pilothouse/apimachinery/typed/type.js';
import { definitionIn } from '../conversion.js';
import type { ResourceDefinition, VersionDefinition } from '@pilothouse/kinds/definition/definition.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import { collectionPrefix } from '../keys.js';
import { applyTypeFor, decoderFor } from '../object-type.js';

/** What server-side apply must know of one version; its parts are compiled when they are first asked for. */
interface Served {
  readonly definition: ResourceDefinition;
  readonly type: () => Type;
  /** The object in the form that conversions expect. */
  readonly normalise: (object: JsonObject) => JsonObject;
}

/**
 * The versions in which objects are served that are kept in one place: those of one definition, and of others that keep
 * their objects there too. Conversion throws DecodeError for an object that does not have its type.
 */
export function fieldVersions(definitions: readonly ResourceDefinition[]): Versions {
  const served = new Map(
    definitions.flatMap((definition) =>
      definition.versions.map((version) => [
        groupVersion(definition.group, version.name),
        of(definitionIn(definition, version), version),
      ]),
    ),
  );
  return {
    typeOf: (version) => served.get(version)?.type(),
    convert(object, from, to) {
      const source = served.get(from);
      const target = served.get(to)?.definition;
      // Versions that have no definition of their own differ in nothing but their names.
      if (source === undefined || target === undefined || source.definition === target) return object;
      const stored = source.normalise(object);
      const { storedAs } = source.definition;
      const hub = storedAs === undefined ? stored : storedAs.toStored(stored);
      return target.storedAs === undefined ? hub : target.storedAs.fromStored(hub);
    },
    storedConfig: (config, version) => served.get(version)?.definition.storedConfig?.(config) ?? config,
    normalise: (object, version) => served.get(version)?.normalise(object) ?? object,
  };
}

function of(definition: ResourceDefinition, { schema }: VersionDefinition): Served {
  let type: Type | undefined;
  let decode: ReturnType<typeof decoderFor> | undefined;
  return {
    definition,
    type: () => (type ??= applyTypeFor(schema)),
    normalise: (object) => (decode ??= decoderFor(schema))(object).value,
  };
}

/** The definitions whose objects are kept where those of `definition` are, itself among them. */
export function relativesOf(
  definition: ResourceDefinition,
  definitions: readonly ResourceDefinition[],
): readonly ResourceDefinition[] {
  const place = collectionPrefix(definition);
  return definitions.filter((other) => collectionPrefix(other) === place);
}
