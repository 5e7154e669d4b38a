import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import type { CustomSchema } from '../schema/schema.js';
import { createSharing } from './shared.js';

/**
 * A structural schema: the OpenAPI v3 schema of a custom resource, in which every field has one place and one type
 * (https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema).
 * Pruning, defaulting, validation, server-side apply and OpenAPI use it.
 */
export interface StructuralSchema extends Checks {
  readonly kind: 'structural';
  /** Absent if any type is allowed. */
  readonly type: StructuralType | undefined;
  readonly nullable: boolean;
  readonly default: JsonValue | undefined;
  readonly properties: ReadonlyMap<string, StructuralSchema>;
  /** The schema of additional properties; `any` allows every value, undefined none. */
  readonly additionalProperties: StructuralSchema | 'any' | undefined;
  readonly items: StructuralSchema | undefined;
  readonly preservesUnknownFields: boolean;
  /** An embedded resource with its own apiVersion, kind and metadata. */
  readonly isEmbeddedResource: boolean;
  readonly isIntOrString: boolean;
  readonly listType: 'atomic' | 'set' | 'map';
  /** The keys of a `map` list. */
  readonly listMapKeys: readonly string[];
  readonly isAtomicMap: boolean;
  /** CEL validation rules (`x-kubernetes-validations`). */
  readonly validations: readonly ValidationRule[];
}

/** A validation rule. Texts are empty if absent. */
export interface ValidationRule {
  readonly rule: string;
  readonly message: string;
  readonly messageExpression: string;
  /** Such as `FieldValueForbidden`. */
  readonly reason: string | undefined;
  readonly fieldPath: string;
  /** Undefined if absent. */
  readonly optionalOldSelf: boolean | undefined;
}

export type StructuralType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';

/** Value validations, which may also occur below `allOf`, `anyOf`, `oneOf` and `not`. */
export interface Checks {
  readonly format: string | undefined;
  readonly maximum: number | undefined;
  readonly exclusiveMaximum: boolean;
  readonly minimum: number | undefined;
  readonly exclusiveMinimum: boolean;
  readonly multipleOf: number | undefined;
  readonly maxLength: number | undefined;
  readonly minLength: number | undefined;
  /** A regular expression in RE2 syntax. */
  readonly pattern: string | undefined;
  readonly maxItems: number | undefined;
  readonly minItems: number | undefined;
  readonly maxProperties: number | undefined;
  readonly minProperties: number | undefined;
  readonly enum: readonly JsonValue[] | undefined;
  readonly required: readonly string[];
  readonly allOf: readonly StructuralSchema[];
  readonly anyOf: readonly StructuralSchema[];
  readonly oneOf: readonly StructuralSchema[];
  readonly not: StructuralSchema | undefined;
}

const shared = createSharing<StructuralSchema>();

/**
 * Reads the `openAPIV3Schema` of a definition, which was validated when the definition was created. Equal schemas are
 * interned.
 */
export function readStructural(source: Readonly<JsonObject>): StructuralSchema {
  return readOne(source, readStructural);
}

/** Reads the schemas within a schema. */
type ReadInner = (source: Readonly<JsonObject>) => StructuralSchema;

function readOne(source: Readonly<JsonObject>, readInner: ReadInner): StructuralSchema {
  const { type, additionalProperties } = source;
  return shared({
    kind: 'structural',
    type: isStructuralType(type) ? type : undefined,
    nullable: source['nullable'] === true,
    default: source['default'],
    properties: propertiesIn(source['properties'], readInner),
    additionalProperties:
      additionalProperties === true
        ? 'any'
        : isObject(additionalProperties)
          ? readInner(additionalProperties)
          : undefined,
    items: optional(source['items'], readInner),
    preservesUnknownFields: source['x-kubernetes-preserve-unknown-fields'] === true,
    isEmbeddedResource: source['x-kubernetes-embedded-resource'] === true,
    isIntOrString: source['x-kubernetes-int-or-string'] === true,
    listType: listTypeOf(source['x-kubernetes-list-type']),
    listMapKeys: textsIn(source['x-kubernetes-list-map-keys']),
    isAtomicMap: source['x-kubernetes-map-type'] === 'atomic',
    validations: rulesIn(source['x-kubernetes-validations']),
    ...readChecks(source, readInner),
  });
}

const known = new WeakMap<CustomSchema, StructuralSchema>();

/** The structural schema of a custom type, read once. */
export function structuralOf(schema: CustomSchema): StructuralSchema {
  return known.get(schema) ?? keep(schema, readStructural(schema.source));
}

/** Reads the structural schema of a custom type in steps, unless it has been read: large ones take some tenths of a second. */
export function* readInSteps(schema: CustomSchema): Generator<void, void> {
  if (known.has(schema)) return;
  const { source } = schema;
  yield;
  const read = new Map<Readonly<JsonObject>, StructuralSchema>();
  // Those within a schema are read before it.
  const all = yield* schemasWithin(source);
  for (const [index, each] of all.entries()) {
    read.set(
      each,
      readOne(each, (inner) => read.get(inner) ?? readStructural(inner)),
    );
    if (index % AT_ONCE === 0) yield;
  }
  keep(schema, read.get(source) ?? readStructural(source));
}

function innerOf(source: Readonly<JsonObject>): readonly JsonObject[] {
  const lists = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => source[name] ?? []);
  const single = ['additionalProperties', 'items', 'not'].map((name) => source[name]);
  return [...Object.values(objectIn(source['properties'])), ...lists, ...single].filter(isObject);
}

/** Schemas that are read in a step. */
const AT_ONCE = 50;

function keep(schema: CustomSchema, structural: StructuralSchema): StructuralSchema {
  known.set(schema, structural);
  return structural;
}

/** The schema and all nested schemas, in post-order. */
function* schemasWithin(root: Readonly<JsonObject>): Generator<void, readonly Readonly<JsonObject>[]> {
  const found: Readonly<JsonObject>[] = [];
  const pending = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (found.push(next) % AT_ONCE === 0) yield;
    for (const inner of innerOf(next)) pending.push(inner);
  }
  return found.reverse();
}

function readChecks(source: Readonly<JsonObject>, readInner: ReadInner): Checks {
  return {
    format: textIn(source['format']),
    maximum: numberIn(source['maximum']),
    exclusiveMaximum: source['exclusiveMaximum'] === true,
    minimum: numberIn(source['minimum']),
    exclusiveMinimum: source['exclusiveMinimum'] === true,
    multipleOf: numberIn(source['multipleOf']),
    maxLength: numberIn(source['maxLength']),
    minLength: numberIn(source['minLength']),
    pattern: textIn(source['pattern']),
    maxItems: numberIn(source['maxItems']),
    minItems: numberIn(source['minItems']),
    maxProperties: numberIn(source['maxProperties']),
    minProperties: numberIn(source['minProperties']),
    enum: Array.isArray(source['enum']) && source['enum'].length > 0 ? source['enum'] : undefined,
    required: textsIn(source['required']),
    allOf: schemasIn(source['allOf'], readInner),
    anyOf: schemasIn(source['anyOf'], readInner),
    oneOf: schemasIn(source['oneOf'], readInner),
    not: optional(source['not'], readInner),
  };
}

const TYPES: readonly JsonValue[] = ['object', 'array', 'string', 'integer', 'number', 'boolean'];

function isStructuralType(value: JsonValue | undefined): value is StructuralType {
  return value !== undefined && TYPES.includes(value);
}

function listTypeOf(value: JsonValue | undefined): StructuralSchema['listType'] {
  return value === 'set' || value === 'map' ? value : 'atomic';
}

function rulesIn(value: JsonValue | undefined): readonly ValidationRule[] {
  if (!Array.isArray(value)) return NONE;
  const text = (each: JsonValue | undefined): string => (typeof each === 'string' ? each : '');
  return value.map(objectIn).map((source) => ({
    rule: text(source['rule']),
    message: text(source['message']),
    messageExpression: text(source['messageExpression']),
    reason: textIn(source['reason']),
    fieldPath: text(source['fieldPath']),
    optionalOldSelf: typeof source['optionalOldSelf'] === 'boolean' ? source['optionalOldSelf'] : undefined,
  }));
}

function objectIn(value: JsonValue | undefined): Readonly<JsonObject> {
  return isObject(value) ? value : {};
}

const NO_PROPERTIES: StructuralSchema['properties'] = new Map();
const NONE: readonly never[] = [];

function propertiesIn(value: JsonValue | undefined, readInner: ReadInner): StructuralSchema['properties'] {
  const members = Object.entries(objectIn(value));
  if (members.length === 0) return NO_PROPERTIES;
  return new Map(members.map(([name, member]) => [name, readInner(objectIn(member))]));
}

function optional(value: JsonValue | undefined, readInner: ReadInner): StructuralSchema | undefined {
  return isObject(value) ? readInner(value) : undefined;
}

function schemasIn(value: JsonValue | undefined, readInner: ReadInner): readonly StructuralSchema[] {
  return Array.isArray(value) ? value.map((each) => readInner(objectIn(each))) : NONE;
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : NONE;
}

function textIn(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function numberIn(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}
