import type { Versions } from '@pilothouse/apimachinery/apply/versions.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Type } from '@pilothouse/apimachinery/typed/type.js';
import { definitionIn } from '../conversion.js';
import type { ResourceDefinition, VersionDefinition } from '@pilothouse/kinds/definition/definition.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import { collectionPrefix } from '../keys.js';
import { applyTypeFor, decoderFor } from '../object-type.js';

/** The type information of one version for server-side apply, compiled on first use. */
interface Served {
  readonly definition: ResourceDefinition;
  readonly type: () => Type;
  /** The object in the normal form that conversions expect. */
  readonly normalise: (object: JsonObject) => JsonObject;
}

/**
 * The versions of objects that share a collection in the store: those of one definition, and of others that store their
 * objects there. Conversion throws DecodeError for an object with type errors.
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
      // Versions without a definition of their own differ only in name.
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

/** The definitions that share a collection in the store with `definition`, including itself. */
export function collectionMembersOf(
  definition: ResourceDefinition,
  definitions: readonly ResourceDefinition[],
): readonly ResourceDefinition[] {
  const prefix = collectionPrefix(definition);
  return definitions.filter((other) => collectionPrefix(other) === prefix);
}
