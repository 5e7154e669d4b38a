import { objectMetaSchema } from '../generated/meta/v1.js';
import { deepEqual } from '../json/equal.js';
import { copyObject, isObject, newObject, type JsonObject, type JsonValue } from '../json/value.js';
import { apiVersionField, kindField } from '../schema/common.js';
import type { CustomSchema, StructSchema } from '../schema/schema.js';
import type { OpenApiVersion } from './dialect.js';

export interface CustomWriter {
  readonly version: OpenApiVersion;
  /** The `$ref` of a type. */
  readonly refer: (schema: StructSchema) => string;
}

/**
 * The published OpenAPI schema of a custom type: its author's schema plus apiVersion, kind and metadata at the root and
 * in embedded resources. OpenAPI 2.0 omits the parts that kubectl cannot read, as in Kubernetes.
 */
export function customDefinition({ source }: CustomSchema, writer: CustomWriter): JsonObject {
  const hidesFields = writer.version === 2 && source['x-kubernetes-preserve-unknown-fields'] === true;
  // With any properties, kubectl would report all others as unknown.
  if (Object.keys(source).length === 0 || hidesFields) return objectOf({ type: 'object' });
  const definition = rewritten(source, writer);
  return withTypeFields({ ...definition, type: 'object' }, writer);
}

/** A list of custom objects; `items` and `metadata` are the `$ref`s of the items and of ListMeta. */
export function customListDefinition(
  kind: string,
  items: string,
  metadata: string,
  version: OpenApiVersion,
): JsonObject {
  return objectOf({
    description: `${kind}List is a list of ${kind}`,
    type: 'object',
    required: ['items'],
    properties: objectOf({
      apiVersion: typeField(apiVersionField.description),
      items: objectOf({
        description: `List of objects of kind ${kind}.`,
        type: 'array',
        items: objectOf({ $ref: items }),
      }),
      kind: typeField(kindField.description),
      metadata: describedReference('Standard list metadata.', metadata, version),
    }),
  });
}

/** Members of a schema that contain schemas: by name, in a list, or directly. */
const NAMED: readonly string[] = ['properties'];
const LISTED: readonly string[] = ['allOf', 'anyOf', 'oneOf'];
const ALONE: readonly string[] = ['items', 'additionalProperties', 'not'];
/** Members that structural schemas do not have; Kubernetes does not publish them. */
const UNPUBLISHED: readonly string[] = ['id', '$schema', 'example', 'externalDocs'];
const NOT_IN_2: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'not', 'nullable', 'default'];

function rewritten(source: Readonly<JsonObject>, writer: CustomWriter): JsonObject {
  const schema = writer.version === 2 ? withoutUnreadable(source) : withIntOrString(source);
  const result = newObject();
  for (const [name, value] of Object.entries(schema)) {
    if (UNPUBLISHED.includes(name)) continue;
    if (NAMED.includes(name) && isObject(value))
      result[name] = mapMembers(value, (each) => rewrittenValue(each, writer));
    else if (LISTED.includes(name) && Array.isArray(value))
      result[name] = value.map((each) => rewrittenValue(each, writer));
    else if (ALONE.includes(name)) result[name] = rewrittenValue(value, writer);
    else result[name] = value;
  }
  const isEmbedded = result['x-kubernetes-embedded-resource'] === true;
  const hidesFields = writer.version === 2 && result['x-kubernetes-preserve-unknown-fields'] === true;
  return isEmbedded && !hidesFields ? withEmbeddedFields(result, writer) : result;
}

/** Old clients recognise int-or-string by these alternatives (Kubernetes' schema unfolding). */
function withIntOrString(source: Readonly<JsonObject>): Readonly<JsonObject> {
  const { anyOf, allOf } = source;
  if (source['x-kubernetes-int-or-string'] !== true) return source;
  const alternatives = ['integer', 'string'].map((type) => objectOf({ type }));
  if (anyOf === undefined && allOf === undefined) return { ...source, anyOf: alternatives };
  const others = Array.isArray(allOf) ? allOf : [];
  const [first] = others;
  if (deepEqual(anyOf ?? null, alternatives) || deepEqual(first ?? null, objectOf({ anyOf: alternatives })))
    return source;
  if (anyOf === undefined) return { ...source, anyOf: alternatives };
  return { ...source, allOf: [objectOf({ anyOf: alternatives }), ...others] };
}

function rewrittenValue(value: JsonValue, writer: CustomWriter): JsonValue {
  return isObject(value) ? rewritten(value, writer) : value;
}

/** A schema as kubectl can read it in OpenAPI 2.0: nullable values and unknown fields have no type there. */
function withoutUnreadable(source: Readonly<JsonObject>): JsonObject {
  const schema = copyObject(source);
  const { nullable, 'x-kubernetes-preserve-unknown-fields': preserves } = source;
  for (const name of NOT_IN_2) delete schema[name];
  if (nullable === true || preserves === true) {
    delete schema['items'];
    delete schema['properties'];
    if (nullable === true || schema['type'] === 'object') delete schema['type'];
  }
  if (schema['type'] === 'array' && schema['items'] === undefined) delete schema['type'];
  const { properties, additionalProperties, required } = source;
  if (Array.isArray(required) && isObject(properties)) {
    const left = required.filter((name) => typeof name !== 'string' || !isNullable(properties[name]));
    if (left.length > 0) schema['required'] = left;
    else delete schema['required'];
  }
  if (isNullable(additionalProperties)) delete schema['required'];
  return schema;
}

function isNullable(schema: JsonValue | undefined): boolean {
  return isObject(schema) && schema['nullable'] === true;
}

function withEmbeddedFields(schema: JsonObject, writer: CustomWriter): JsonObject {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const missing = ['kind', 'apiVersion'].filter((name) => !required.includes(name));
  return withTypeFields({ ...schema, required: [...required, ...missing] }, writer);
}

function withTypeFields(schema: Readonly<JsonObject>, { version, refer }: CustomWriter): JsonObject {
  const $ref = refer(objectMetaSchema);
  const properties = isObject(schema['properties']) ? copyObject(schema['properties']) : newObject();
  properties['apiVersion'] = typeField(apiVersionField.description);
  properties['kind'] = typeField(kindField.description);
  properties['metadata'] = describedReference("Standard object's metadata.", $ref, version);
  return objectOf({ ...schema, properties });
}

/** OpenAPI 3.0 ignores siblings of `$ref`. */
function describedReference(description: string, $ref: string, version: OpenApiVersion): JsonObject {
  return objectOf(version === 2 ? { description, $ref } : { description, allOf: [objectOf({ $ref })] });
}

function typeField(description: string): JsonObject {
  return objectOf({ description, type: 'string' });
}

function mapMembers(object: JsonObject, map: (value: JsonValue) => JsonValue): JsonObject {
  return objectOf(Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)])));
}

function objectOf(members: Readonly<Record<string, JsonValue>>): JsonObject {
  return Object.assign(newObject(), members);
}
