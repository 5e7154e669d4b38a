import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { CustomSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { DEFAULT_COLUMNS } from '../definition/columns.js';
import {
  type Origin,
  type ResourceDefinition,
  type Subresource,
  type VersionDefinition,
} from '../definition/definition.js';
import { cpuTime } from '@pilothouse/cel/evaluate/cpu-time.js';
import type { RuleValidator } from '@pilothouse/cel/rules/validator.js';
import { structuralOf } from '@pilothouse/apimachinery/structural/schema.js';
import { hasRules, type LazyRules } from '../apiextensions/rules.js';
import { groupVersion } from '../definition/group-version.js';
import { compareVersions } from '../definition/versions.js';
import { columnsOf } from './columns.js';
import { customMapping } from './mapping.js';
import { customScale } from './scale.js';
import { selectableFieldsOf } from './selectable-fields.js';
import { customStatus, customStrategy, type CustomStrategyOptions, type RuleCheck } from './strategy.js';

/** In discovery's order for custom kinds. */
const VERBS: ResourceDefinition['verbs'] = [
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'create',
  'update',
  'watch',
];

export interface CustomKindOptions {
  /** Parses the definition again. Schemas are large, and needed only while a kind is in use. */
  readonly read: () => CustomResourceDefinition;
  readonly origin: Origin;
  readonly rules: Pick<LazyRules, 'loaded' | 'compilePattern'>;
}

/** Builds the custom kind of an established definition, with its accepted names. */
export function customKind(
  { spec, status }: CustomResourceDefinition,
  { read, origin, rules }: CustomKindOptions,
): ResourceDefinition {
  const { group, scope } = spec;
  // From the spec: these cannot change once accepted, even if a client writes the status, and objects are stored under
  // them.
  const { plural, kind } = spec.names;
  const { singular = '', listKind, shortNames = [], categories = [] } = status.acceptedNames;
  const [first, ...others] = [...spec.versions].sort((a, b) => compareVersions(a.name, b.name));
  const storage = spec.versions.find((version) => version.storage);
  if (first === undefined || storage === undefined) throw new Error(`${plural}.${group} has no storage version`);
  const types = new Map(
    spec.versions.map(({ name }) => [groupVersion(group, name), new StoredSchema(name, { group, kind, read, rules })]),
  );
  const versionOf = (version: CustomResourceDefinitionVersion): VersionDefinition => {
    const apiVersion = groupVersion(group, version.name);
    const schema = types.get(apiVersion);
    if (schema === undefined) throw new Error(`there is no version ${apiVersion}`);
    const { scale } = version.subresources ?? {};
    const check = hasRules(version.schema?.openAPIV3Schema ?? newObject()) ? ruleCheck(schema, rules) : undefined;
    const judges = { ...(scale && { scale }), ...(check && { rules: check }) };
    return {
      name: version.name,
      schema,
      ...(!version.served && { served: false }),
      ...(version.deprecated === true && {
        deprecationWarning: version.deprecationWarning ?? deprecationOf(version.name, spec),
      }),
      own: {
        columns: columnsOf(version),
        selectableFields: selectableFieldsOf(version),
        strategy: customStrategy({ hasStatus: version.subresources?.status !== undefined, ...judges }),
        subresources: subresourcesOf(version, judges),
      },
      mapping: customMapping({
        kind,
        apiVersion,
        storage: groupVersion(group, storage.name),
        types,
        converter: origin.converter,
      }),
    };
  };
  return {
    group,
    versions: [versionOf(first), ...others.map(versionOf)],
    storageVersion: storage.name,
    resource: plural,
    singular,
    kind,
    ...(listKind !== undefined && listKind !== '' && { listKind }),
    shortNames,
    categories,
    scope: scope === 'Namespaced' ? 'Namespaced' : 'Cluster',
    verbs: VERBS,
    columns: DEFAULT_COLUMNS,
    selectableFields: {},
    strategy: customStrategy({ hasStatus: false }),
    subresources: {},
    origin,
  };
}

/** Names the best preferred version that is not deprecated. The text is Kubernetes'. */
function deprecationOf(deprecated: string, { group, versions, names }: CustomResourceDefinition['spec']): string {
  const text = (version: string): string => `${groupVersion(group, version)} ${names.kind}`;
  const [best] = versions
    .filter(({ name, served, deprecated: isOld }) => served && isOld !== true && compareVersions(name, deprecated) < 0)
    .map(({ name }) => name)
    .sort(compareVersions);
  return `${text(deprecated)} is deprecated${best === undefined ? '' : `; use ${text(best)}`}`;
}

function subresourcesOf(
  { subresources }: CustomResourceDefinitionVersion,
  judges: Omit<CustomStrategyOptions, 'hasStatus'>,
): Readonly<Record<string, Subresource>> {
  const { status, scale } = subresources ?? {};
  return {
    ...(status && { status: customStatus(judges) }),
    ...(scale && { scale: customScale(scale) }),
  };
}

/** Compiles rules on first use. */
function ruleCheck(schema: CustomSchema, rules: Pick<LazyRules, 'loaded'>): RuleCheck {
  let check: RuleValidator | undefined;
  const warned = new WeakMap<JsonObject, readonly string[]>();
  return {
    *errors(object, old) {
      check ??= yield* rules.loaded().compileInSteps(structuralOf(schema));
      if (check === undefined) return [];
      const { errors, warnings } = yield* check(object, old, { now: cpuTime });
      warned.set(object, warnings);
      return errors;
    },
    warnings: (object) => warned.get(object) ?? [],
  };
}

interface SchemaOptions extends Pick<CustomKindOptions, 'read' | 'rules'> {
  readonly group: string;
  readonly kind: string;
}

/**
 * The schema of a version, parsed from the stored definition on each use. A class, since an object literal with an
 * accessor takes a kilobyte.
 */
class StoredSchema implements CustomSchema {
  readonly type = 'custom';
  readonly name: string;
  readonly compilePattern: CustomSchema['compilePattern'];
  readonly #version: string;
  readonly #read: CustomKindOptions['read'];

  constructor(version: string, { group, kind, read, rules }: SchemaOptions) {
    this.name = `${group.split('.').reverse().join('.')}.${version}.${kind}`;
    this.compilePattern = rules.compilePattern;
    this.#version = version;
    this.#read = read;
  }

  get source(): Readonly<JsonObject> {
    const found = this.#read().spec.versions.find(({ name }) => name === this.#version);
    return found?.schema?.openAPIV3Schema ?? newObject();
  }
}
