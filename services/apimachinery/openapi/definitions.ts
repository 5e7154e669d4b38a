import { parseJson } from '../json/parse.js';
import { newObject, type JsonObject, type JsonValue } from '../json/value.js';
import { listMetaSchema } from '../generated/meta/v1.js';
import type { ChoiceSchema, Field, ListSchema, PublishedSchema, Schema, StructSchema } from '../schema/schema.js';
import { customDefinition, customListDefinition } from './custom.js';
import { definitionReference, type OpenApiVersion } from './dialect.js';
import { wellKnownType, type WellKnownSchema } from './well-known.js';

export interface GroupVersionKind {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The kinds of each definition, published as `x-kubernetes-group-version-kind`. */
export type KindsByDefinition = ReadonlyMap<string, readonly GroupVersionKind[]>;

/** A type with its own definition. */
export type DefinedSchema = PublishedSchema | ChoiceSchema | WellKnownSchema;

export interface Definition {
  readonly value: JsonObject;
  /** The referenced types, which must be defined too. */
  readonly refers: readonly DefinedSchema[];
}

/**
 * The definition of a type in one version of OpenAPI. Version 3.0 has defaults, including Go's zero values. Version 2.0
 * has none, because old clients treat them as user input.
 */
export function openApiDefinition(version: OpenApiVersion, schema: DefinedSchema): Definition {
  const refers: DefinedSchema[] = [];
  const writer: Writer = {
    version,
    refer(other) {
      refers.push(other);
      return definitionReference(version, definitionName(other));
    },
  };
  return { value: definitionOf(schema, writer), refers };
}

/** The types and their transitive references, each once. */
export function* eachDefined<Written extends Pick<Definition, 'refers'>>(
  roots: Iterable<DefinedSchema>,
  write: (schema: DefinedSchema, name: string) => Written,
): Generator<readonly [name: string, written: Written]> {
  const pending = [...roots];
  const names = new Set<string>();
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    const name = definitionName(schema);
    if (names.has(name)) continue;
    names.add(name);
    const written = write(schema, name);
    pending.push(...written.refers);
    yield [name, written];
  }
}

interface Writer {
  readonly version: OpenApiVersion;
  /** Returns the `$ref` of a type and records the reference. */
  readonly refer: (schema: DefinedSchema) => string;
}

function definitionOf(schema: DefinedSchema, writer: Writer): JsonObject {
  if (schema.type === 'struct') return structDefinition(writer, schema);
  if (schema.type === 'choice') return { description: schema.description };
  if (schema.type === 'custom') return customDefinition(schema, writer);
  if (schema.type !== 'customList') return wellKnownType(schema).definition(writer.version);
  return customListDefinition(schema.kind, writer.refer(schema.item), writer.refer(listMetaSchema), writer.version);
}

export function definitionName(schema: DefinedSchema): string {
  return 'name' in schema ? schema.name : wellKnownType(schema).name;
}

function structDefinition(writer: Writer, { description, fields, atomic }: StructSchema): JsonObject {
  const definition: JsonObject = { description, type: 'object' };
  if (fields.length > 0) {
    const properties = newObject();
    for (const field of fields) properties[field.name] = property(writer, field);
    definition['properties'] = properties;
  }
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  if (required.length > 0) definition['required'] = required;
  return { ...definition, ...(atomic && ATOMIC) };
}

function property(writer: Writer, field: Field): JsonObject {
  const { description, patchStrategy, patchMergeKey } = field;
  const schema = field.schema();
  return withReferenceApart(writer, {
    description,
    ...describe(writer, schema),
    ...defaultMember(
      writer,
      field.default === undefined ? impliedDefault(field, schema) : parseJson(field.default).value,
    ),
    ...(field.granular && markers({ 'map-type': 'granular' })),
    ...(patchMergeKey !== undefined && { 'x-kubernetes-patch-merge-key': patchMergeKey }),
    ...(patchStrategy !== undefined && { 'x-kubernetes-patch-strategy': patchStrategy }),
  });
}

/** A list item or map value. */
function element(writer: Writer, schema: Schema): JsonObject {
  return withReferenceApart(writer, { ...describe(writer, schema), ...defaultMember(writer, zeroOf(schema)) });
}

/** OpenAPI 3.0 ignores siblings of `$ref`, so the reference is wrapped in `allOf`. */
function withReferenceApart({ version }: Writer, description: JsonObject): JsonObject {
  const { $ref, ...others } = description;
  if (version === 2 || $ref === undefined || Object.keys(others).length === 0) return description;
  return { ...others, allOf: [{ $ref }] };
}

function describe(writer: Writer, schema: Schema): JsonObject {
  switch (schema.type) {
    case 'string':
      return {
        type: 'string',
        ...(schema.enum && { enum: [...schema.enum] }),
        ...(schema.maxLength !== undefined && { maxLength: schema.maxLength }),
      };
    case 'boolean':
      return { type: 'boolean' };
    case 'integer':
      return {
        type: 'integer',
        format: schema.format,
        ...(schema.minimum !== undefined && { minimum: schema.minimum }),
        ...(schema.maximum !== undefined && { maximum: schema.maximum }),
      };
    case 'number':
      return { type: 'number', format: 'double' };
    case 'bytes':
      return { type: 'string', format: 'byte' };
    case 'list':
      return { type: 'array', items: element(writer, schema.items()), ...listMarkers(schema) };
    case 'map':
      return {
        type: 'object',
        additionalProperties: element(writer, schema.values()),
        ...(schema.atomic && ATOMIC),
      };
    case 'time':
    case 'quantity':
    case 'intOrString':
    case 'any':
    case 'struct':
    case 'choice':
      return { $ref: writer.refer(schema) };
  }
}

/** For an atomic map or struct; the default is `granular`. */
const ATOMIC: JsonObject = markers({ 'map-type': 'atomic' });

function listMarkers({ listType, keys }: ListSchema): JsonObject {
  return markers({ ...(keys.length > 0 && { 'list-map-keys': [...keys] }), 'list-type': listType });
}

/** Markers for server-side apply, under the names of OpenAPI and those that clients know. */
function markers(values: JsonObject): JsonObject {
  const prefixes = ['x-', 'x-kubernetes-'];
  return Object.fromEntries(
    prefixes.flatMap((prefix) => Object.entries(values).map(([name, value]) => [prefix + name, value])),
  );
}

function defaultMember({ version }: Writer, value: JsonValue | undefined): JsonObject {
  return version === 2 || value === undefined ? {} : { default: value };
}

/**
 * The implied default of a Go field that is not a pointer: always for a struct, for a scalar if zero is serialised.
 */
function impliedDefault({ presence }: Field, schema: Schema): JsonValue | undefined {
  if (presence === 'always' || (schema.type === 'struct' && presence === 'implicit')) return zeroOf(schema);
  return undefined;
}

function zeroOf(schema: Schema): JsonValue | undefined {
  switch (schema.type) {
    case 'string':
      return '';
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 0;
    case 'struct':
      return {};
    case 'bytes':
    case 'time':
    case 'quantity':
    case 'intOrString':
    case 'any':
    case 'choice':
    case 'list':
    case 'map':
      return undefined;
  }
}
