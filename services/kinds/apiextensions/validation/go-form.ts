import type {
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
  JSONSchemaPropsOrArray,
  JSONSchemaPropsOrBool,
} from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { schemaIn, someSchema } from './schema-walk.js';

/** A member of a Go struct: a scalar with its zero value, or a conversion to Go's form. */
type Member = readonly [name: string, json: string, zero: JsonValue, form?: (value: JsonValue) => JsonValue];

const asSchema = (value: JsonValue): JsonValue => goSchema(value as JSONSchemaProps);
const asSchemas = (value: JsonValue): JsonValue => (value as JSONSchemaProps[]).map(goSchema);
const asMap = (value: JsonValue): JsonValue => mapped(value as JsonObject, asSchema);
const asSchemaOrBool = (value: JsonValue): JsonValue => ({
  Allows: value !== false,
  Schema: formOr(schemaIn(value as JSONSchemaPropsOrBool), goSchema),
});
const asSchemaOrArray = (value: JsonValue): JsonValue => goItems(value as JSONSchemaPropsOrArray);
const asDependency = (value: JsonValue): JsonValue => ({
  Schema: formOr(schemaIn(value as JSONSchemaPropsOrArray | null), goSchema),
  Property: Array.isArray(value) ? value : null,
});
const asRules = (value: JsonValue): JsonValue => (value as JsonObject[]).map((rule) => goStruct(RULE, rule));

const RULE: readonly Member[] = [
  ['Rule', 'rule', ''],
  ['Message', 'message', ''],
  ['MessageExpression', 'messageExpression', ''],
  ['Reason', 'reason', null],
  ['FieldPath', 'fieldPath', ''],
  ['OptionalOldSelf', 'optionalOldSelf', null],
];

/** In the order of Go's struct, which is also Kubernetes' order of checks. */
export const SCHEMA_MEMBERS: readonly Member[] = [
  ['ID', 'id', ''],
  ['Schema', '$schema', ''],
  ['Ref', '$ref', null],
  ['Description', 'description', ''],
  ['Type', 'type', ''],
  ['Nullable', 'nullable', false],
  ['Format', 'format', ''],
  ['Title', 'title', ''],
  ['Default', 'default', null],
  ['Maximum', 'maximum', null],
  ['ExclusiveMaximum', 'exclusiveMaximum', false],
  ['Minimum', 'minimum', null],
  ['ExclusiveMinimum', 'exclusiveMinimum', false],
  ['MaxLength', 'maxLength', null],
  ['MinLength', 'minLength', null],
  ['Pattern', 'pattern', ''],
  ['MaxItems', 'maxItems', null],
  ['MinItems', 'minItems', null],
  ['UniqueItems', 'uniqueItems', false],
  ['MultipleOf', 'multipleOf', null],
  ['Enum', 'enum', null],
  ['MaxProperties', 'maxProperties', null],
  ['MinProperties', 'minProperties', null],
  ['Required', 'required', null],
  ['Items', 'items', null, asSchemaOrArray],
  ['AllOf', 'allOf', null, asSchemas],
  ['OneOf', 'oneOf', null, asSchemas],
  ['AnyOf', 'anyOf', null, asSchemas],
  ['Not', 'not', null, asSchema],
  ['Properties', 'properties', null, asMap],
  ['AdditionalProperties', 'additionalProperties', null, asSchemaOrBool],
  ['PatternProperties', 'patternProperties', null, asMap],
  ['Dependencies', 'dependencies', null, (value) => mapped(value as JsonObject, asDependency)],
  ['AdditionalItems', 'additionalItems', null, asSchemaOrBool],
  ['Definitions', 'definitions', null, asMap],
  ['ExternalDocs', 'externalDocs', null, (value) => goStruct(DOCUMENTATION, value as JsonObject)],
  ['Example', 'example', null],
  ['XPreserveUnknownFields', 'x-kubernetes-preserve-unknown-fields', null],
  ['XEmbeddedResource', 'x-kubernetes-embedded-resource', false],
  ['XIntOrString', 'x-kubernetes-int-or-string', false],
  ['XListMapKeys', 'x-kubernetes-list-map-keys', null],
  ['XListType', 'x-kubernetes-list-type', null],
  ['XMapType', 'x-kubernetes-map-type', null],
  ['XValidations', 'x-kubernetes-validations', null, asRules],
];

const DOCUMENTATION: readonly Member[] = [
  ['Description', 'description', ''],
  ['URL', 'url', ''],
];

const SCALE: readonly Member[] = [
  ['SpecReplicasPath', 'specReplicasPath', ''],
  ['StatusReplicasPath', 'statusReplicasPath', ''],
  ['LabelSelectorPath', 'labelSelectorPath', null],
];

const SUBRESOURCES: readonly Member[] = [
  ['Status', 'status', null],
  ['Scale', 'scale', null, (value) => goStruct(SCALE, value as JsonObject)],
];

const COLUMN: readonly Member[] = [
  ['Name', 'name', ''],
  ['Type', 'type', ''],
  ['Format', 'format', ''],
  ['Description', 'description', ''],
  ['Priority', 'priority', 0],
  ['JSONPath', 'jsonPath', ''],
];

const VALIDATION: readonly Member[] = [['OpenAPIV3Schema', 'openAPIV3Schema', null, asSchema]];

const VERSION: readonly Member[] = [
  ['Name', 'name', ''],
  ['Served', 'served', false],
  ['Storage', 'storage', false],
  ['Deprecated', 'deprecated', false],
  ['DeprecationWarning', 'deprecationWarning', null],
  ['Schema', 'schema', null, (value) => goStruct(VALIDATION, value as JsonObject)],
  ['Subresources', 'subresources', null, (value) => goStruct(SUBRESOURCES, value as JsonObject)],
  [
    'AdditionalPrinterColumns',
    'additionalPrinterColumns',
    null,
    (value) => (value as JsonObject[]).map((column) => goStruct(COLUMN, column)),
  ],
  [
    'SelectableFields',
    'selectableFields',
    null,
    (value) => (value as JsonObject[]).map(({ jsonPath = '' }) => ({ JSONPath: jsonPath })),
  ],
];

/** The maximum number of schemas in an error text. Each takes a kilobyte. */
const MAX_SHOWN = 100;

function isSmall(schemas: readonly JSONSchemaProps[]): boolean {
  let count = 0;
  return !schemas.some((schema) => someSchema(schema, () => ++count > MAX_SHOWN));
}

/** Versions as they appear in Kubernetes' errors: JSON of its internal types, with Go field names. */
export function goVersions(versions: readonly CustomResourceDefinitionVersion[]): JsonValue {
  const isWhole = isSmall(versions.flatMap(({ schema }) => schema?.openAPIV3Schema ?? []));
  return versions.map(({ schema, ...version }) =>
    goStruct(VERSION, isWhole && schema !== undefined ? { ...version, schema } : version),
  );
}

/** A schema in that form; without its nested schemas if they are large. */
export function shownSchema(schema: JSONSchemaProps): JsonValue {
  const members = isSmall([schema]) ? SCHEMA_MEMBERS : SCHEMA_MEMBERS.filter(([, , , form]) => form === undefined);
  return goStruct(members, schema);
}

function goSchema(schema: JSONSchemaProps): JsonValue {
  return goStruct(SCHEMA_MEMBERS, schema);
}

/** `items` in that form; without schemas if they are large. */
export function shownItems(items: JSONSchemaPropsOrArray): JsonValue {
  return goItems(isSmall(Array.isArray(items) ? items : [items]) ? items : []);
}

function goItems(items: JSONSchemaPropsOrArray): JsonValue {
  return { Schema: formOr(schemaIn(items), goSchema), JSONSchemas: Array.isArray(items) ? items.map(goSchema) : null };
}

function goStruct(members: readonly Member[], object: Readonly<JsonObject>): JsonObject {
  return Object.fromEntries(
    members.map(([name, json, zero, form]) => {
      const value = object[json];
      return [name, value === undefined ? zero : (form?.(value) ?? value)];
    }),
  );
}

function mapped(object: Readonly<JsonObject>, form: (value: JsonValue) => JsonValue): JsonValue {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, form(value)]));
}

function formOr<Value>(value: Value | undefined, form: (value: Value) => JsonValue): JsonValue {
  return value === undefined ? null : form(value);
}
