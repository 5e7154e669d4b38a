import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import { isConditionTrue } from '../condition-list.js';
import { caBundleProblem } from './ca-bundle.js';
import { hasKnownReviewVersion } from '../../definition/webhook-client.js';
import { hasValidType } from './open-api-rules.js';
import { hasNonAtomicSet, hasUnsoundListKeys } from './list-rules.js';
import { someSchema } from './schema-walk.js';
import { MAX_SELECTABLE_FIELDS } from './selectable-fields.js';

/** The strictness of validation. Ratcheting: an update may keep errors that the stored definition has already. */
export interface ValidationOptions {
  readonly requireRecognizedReviewVersion: boolean;
  /** Scope and kind are immutable. */
  readonly requireImmutableNames: boolean;
  /** Each version must have a schema; otherwise only served versions. */
  readonly requireSchema: boolean;
  readonly requireValidTypes: boolean;
  /** Schemas must be structural. */
  readonly requireStructural: boolean;
  readonly requirePrunedDefaults: boolean;
  readonly requireAtomicSets: boolean;
  readonly requireSoundListKeys: boolean;
  readonly allowInvalidCaBundle: boolean;
  /** Names of the versions whose stored form has too many selectable fields already. */
  readonly tooManySelectableFields: ReadonlySet<string>;
  /** Names of the versions whose schema is unchanged. */
  readonly unchangedSchemas: ReadonlySet<string>;
  /** CEL expressions of the stored definition, which are accepted. */
  readonly storedExpressions: ReadonlySet<string>;
}

/** Options for a create. */
export const CREATE_OPTIONS: ValidationOptions = {
  requireRecognizedReviewVersion: true,
  requireImmutableNames: false,
  requireSchema: true,
  requireValidTypes: true,
  requireStructural: true,
  requirePrunedDefaults: true,
  requireAtomicSets: true,
  requireSoundListKeys: true,
  allowInvalidCaBundle: true,
  tooManySelectableFields: new Set(),
  unchangedSchemas: new Set(),
  storedExpressions: new Set(),
};

/** Predicates over stored schemas. */
export interface SchemaTests {
  /** Some default has unknown fields. */
  readonly hasUnprunedDefaults: (schema: JSONSchemaProps) => boolean;
  readonly isStructural: (schema: JSONSchemaProps) => boolean;
}

/** Options for an update of `old`. A step visits each schema a few times. */
export function* updateOptions(
  { spec }: CustomResourceDefinition,
  old: CustomResourceDefinition,
  { hasUnprunedDefaults, isStructural }: SchemaTests,
): Steps<ValidationOptions> {
  const { versions, conversion } = old.spec;
  const schemas = versions.flatMap(({ schema }) => schema?.openAPIV3Schema ?? []);
  function* some(predicate: (schema: JSONSchemaProps) => boolean): Steps<boolean> {
    for (const schema of schemas) {
      yield;
      if (predicate(schema)) return true;
    }
    return false;
  }
  const has = (predicate: (schema: JSONSchemaProps) => boolean): Steps<boolean> =>
    some((schema) => someSchema(schema, predicate));
  const reviewVersions = conversion?.webhook?.conversionReviewVersions ?? [];
  const former = new Map(versions.map((version) => [version.name, version]));
  const kept = spec.versions.filter(({ name }) => former.has(name));
  return {
    requireRecognizedReviewVersion: reviewVersions.length === 0 || hasKnownReviewVersion(reviewVersions),
    requireImmutableNames: isConditionTrue(old, 'Established'),
    requireSchema: schemas.length === versions.length,
    requireValidTypes: !(yield* has((schema) => !hasValidType(schema))),
    requireStructural:
      spec.preserveUnknownFields !== true ||
      spec.versions.some(needsStructure) ||
      !(yield* some((schema) => !isStructural(schema))),
    requirePrunedDefaults: !(yield* some(hasUnprunedDefaults)),
    requireAtomicSets: !(yield* has(hasNonAtomicSet)),
    requireSoundListKeys: !(yield* has(hasUnsoundListKeys)),
    allowInvalidCaBundle: allowsInvalidCaBundle(old),
    tooManySelectableFields: new Set(
      kept.flatMap(({ name, selectableFields = [] }) => {
        const before = former.get(name)?.selectableFields ?? [];
        return before.length > MAX_SELECTABLE_FIELDS && deepEqual(selectableFields, before) ? [name] : [];
      }),
    ),
    unchangedSchemas: yield* unchangedOf(kept, former),
    storedExpressions: expressionsIn(schemas),
  };
}

/** The names of the versions with the same schema as before. */
function* unchangedOf(
  kept: readonly CustomResourceDefinitionVersion[],
  former: ReadonlyMap<string, CustomResourceDefinitionVersion>,
): Steps<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const { name, schema } of kept) {
    yield;
    if (deepEqual(schema, former.get(name)?.schema)) names.add(name);
  }
  yield;
  return names;
}

/** Defaults and Kubernetes' extensions require a structural schema. */
function needsStructure({ schema: { openAPIV3Schema } = {} }: CustomResourceDefinitionVersion): boolean {
  return (
    openAPIV3Schema !== undefined &&
    someSchema(openAPIV3Schema, (schema) => STRUCTURAL_MEMBERS.some((name) => schema[name] !== undefined))
  );
}

const STRUCTURAL_MEMBERS = [
  'default',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-list-type',
  'x-kubernetes-validations',
] as const;

function allowsInvalidCaBundle(old: CustomResourceDefinition): boolean {
  if (!isConditionTrue(old, 'Established')) return true;
  const caBundle = old.spec.conversion?.webhook?.clientConfig?.caBundle;
  return caBundle !== undefined && caBundleProblem(caBundle) !== undefined;
}

function expressionsIn(schemas: readonly JSONSchemaProps[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const each of schemas) {
    someSchema(each, (schema) => {
      for (const { rule, messageExpression } of schema['x-kubernetes-validations'] ?? []) {
        found.add(rule);
        if (messageExpression !== undefined) found.add(messageExpression);
      }
      return false;
    });
  }
  return found;
}
