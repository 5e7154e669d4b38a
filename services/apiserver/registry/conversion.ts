import { copyObject, isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type {
  Conversion,
  PartSubresource,
  ResourceDefinition,
  Strategy,
  Subresource,
  VersionDefinition,
  ViewSubresource,
} from '@pilothouse/kinds/definition/definition.js';
import { storageVersionOf } from '@pilothouse/kinds/definition/versions.js';

/**
 * The definition for objects in one of its versions. If that version has its own schema, its objects are converted to
 * the storage version, on which all rules operate. Rules are therefore written once.
 */
export function definitionIn(definition: ResourceDefinition, version: VersionDefinition): ResourceDefinition {
  if (version.own !== undefined) {
    return { ...definition, ...version.own, versions: [version], storageVersion: version.name };
  }
  if (version.conversion === undefined) return definition;
  const conversion = functionsOf(version.conversion);
  const { group, resource, kind, storedAs, columns, selectableFields, strategy, subresources } = definition;
  const home = storedAs ?? { group, resource, kind, version: storageVersionOf(definition) };
  const { toStored } = conversion;
  return {
    ...definition,
    versions: [version],
    storageVersion: version.name,
    storedAs: { ...home, ...(storedAs === undefined ? conversion : chained(conversion, functionsOf(storedAs))) },
    columns: columns.map((column) => ({ ...column, cell: (object, now) => column.cell(toStored(object), now) })),
    selectableFields: mapValues(selectableFields, (field) => ({ value: (object) => field.value(toStored(object)) })),
    ...(definition.setDefaults && { setDefaults: changing(conversion, (object) => definition.setDefaults?.(object)) }),
    strategy: strategyIn(strategy, conversion),
    subresources: mapValues(subresources, (subresource) => subresourceIn(subresource, conversion)),
  };
}

/** A conversion as plain functions. */
interface Functions {
  readonly fromStored: (object: JsonObject) => JsonObject;
  readonly toStored: (object: JsonObject) => JsonObject;
}

function functionsOf(conversion: Conversion): Functions {
  return {
    fromStored: (object) => conversion.fromStored(object),
    toStored: (object) => conversion.toStored(object),
  };
}

/** The composition of two conversions. */
function chained(first: Functions, second: Functions): Functions {
  return {
    fromStored: (object) => first.fromStored(second.fromStored(object)),
    toStored: (object) => second.toStored(first.toStored(object)),
  };
}

function strategyIn(strategy: Strategy, conversion: Functions): Strategy {
  const { toStored } = conversion;
  const { termination } = strategy;
  return {
    ...strategy,
    ...(strategy.prepareForCreate && {
      prepareForCreate: changing(conversion, (object, user) => strategy.prepareForCreate?.(object, user)),
    }),
    ...(strategy.prepareForUpdate && {
      prepareForUpdate: changing(conversion, (object, old, now) =>
        strategy.prepareForUpdate?.(object, toStored(old), now),
      ),
    }),
    ...(strategy.ready && { ready: async (object) => strategy.ready?.(toStored(object)) }),
    ...(strategy.validate && {
      validate: (object, old, found) => strategy.validate?.(toStored(object), old && toStored(old), found) ?? [],
    }),
    ...(strategy.permissions && {
      permissions: async (object, old, access, found) =>
        (await strategy.permissions?.(toStored(object), old && toStored(old), access, found)) ?? [],
    }),
    ...(strategy.warnings && {
      warnings: (object, old) => strategy.warnings?.(toStored(object), old && toStored(old)) ?? [],
    }),
    ...(strategy.passed && { passed: (object) => strategy.passed?.(toStored(object)) ?? [] }),
    ...(strategy.gracePeriod && {
      gracePeriod: (object, wanted) => strategy.gracePeriod?.(toStored(object), wanted) ?? 0,
    }),
    ...(termination && {
      termination: {
        begin: changing(conversion, (object, now) => termination.begin(object, now)),
        isFinished: (object) => termination.isFinished(toStored(object)),
      },
    }),
  };
}

function subresourceIn(subresource: Subresource, conversion: Functions): Subresource {
  switch (subresource.type) {
    case 'part':
      return partIn(subresource, conversion);
    case 'view':
      return viewIn(subresource, conversion);
    case 'action':
    case 'connect':
      return subresource;
  }
}

function partIn(part: PartSubresource, conversion: Functions): PartSubresource {
  const { toStored } = conversion;
  return {
    ...part,
    prepareForUpdate: changing(conversion, (object, old, now) => part.prepareForUpdate(object, toStored(old), now)),
    ...(part.validate && {
      validate: (object, old, found) => part.validate?.(toStored(object), toStored(old), found) ?? [],
    }),
    ...(part.permissions && {
      permissions: async (object, old, access) =>
        (await part.permissions?.(toStored(object), toStored(old), access)) ?? [],
    }),
    ...(part.warnings && { warnings: (object, old) => part.warnings?.(toStored(object), toStored(old)) ?? [] }),
    ...(part.passed && { passed: (object) => part.passed?.(toStored(object)) ?? [] }),
  };
}

function viewIn(view: ViewSubresource, conversion: Functions): ViewSubresource {
  return {
    ...view,
    show: (object) => view.show(conversion.toStored(object)),
    put: changing(conversion, (object, sent) => view.put(object, sent)),
  };
}

/** Lifts a change of stored objects to objects of the version. Kind and apiVersion stay. */
function changing<Rest extends unknown[]>(
  { fromStored, toStored }: Functions,
  change: (object: JsonObject, ...rest: Rest) => void,
): (object: JsonObject, ...rest: Rest) => void {
  return (object, ...rest) => {
    const { kind, apiVersion, metadata } = object;
    const stored = toStored(object);
    change(stored, ...rest);
    const changed = fromStored(stored);
    // Callers may hold a reference to the metadata.
    if (isObject(metadata) && isObject(changed['metadata'])) {
      replaceMembers(metadata, copyObject(changed['metadata']));
      changed['metadata'] = metadata;
    }
    replaceMembers(object, {
      ...(kind !== undefined && { kind }),
      ...(apiVersion !== undefined && { apiVersion }),
      ...changed,
    });
  };
}

function replaceMembers(object: JsonObject, members: Readonly<JsonObject>): void {
  for (const name of Object.keys(object)) delete object[name];
  Object.assign(object, members);
}

function mapValues<From, To>(values: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
