import { isObject, ownValue, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { escapeName } from '../rules/names.js';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  STRING,
  TIMESTAMP,
  type ObjectType,
  type Type,
} from '../types/type.js';

/** The schemas of an OpenAPI v3 document by name. */
export type OpenApiSchemas = Readonly<JsonObject>;

/**
 * The CEL type of the objects of a kind, as Kubernetes derives it: values without a type are not accessible.
 * `schema`: the name of the schema; `name`: the name of the type in messages. Undefined if there is no such schema.
 */
export function kindType(schemas: OpenApiSchemas, schema: string, name: string): Type | undefined {
  const root = ownValue(schemas, schema);
  if (!isObject(root)) return undefined;
  return typeOf(root, { schemas, name, open: [schema], isRoot: true });
}

/** A schema in its document. */
interface Place {
  readonly schemas: OpenApiSchemas;
  readonly name: string;
  /** The references from the root to the schema. A reference to one of them is circular, and an object without fields. */
  readonly open: readonly string[];
  /** The schema of an object with `apiVersion`, `kind` and `metadata`. */
  readonly isRoot: boolean;
}

const PREFIX = '#/components/schemas/';
const NOTHING: JsonObject = { type: 'object' };

function typeOf(given: JsonObject, place: Place): Type | undefined {
  const { schema, open } = resolved(given, place);
  const inside = { ...place, open };
  const { type, format } = schema;
  if (format === 'int-or-string' || schema['x-kubernetes-int-or-string'] === true) return DYN;
  if (type === 'array') {
    const item = elementType(schema['items'], inside, '@idx');
    return item && listOf(item);
  }
  const { additionalProperties } = schema;
  if (type === 'object' && isObject(additionalProperties)) {
    const value = elementType(additionalProperties, inside, '@elem');
    return value && mapOf(STRING, value);
  }
  if (type === 'object') return structType(schema, inside);
  if (type === 'string') return (typeof format === 'string' ? TEXTS.get(format) : undefined) ?? STRING;
  return typeof type === 'string' ? SCALARS.get(type) : undefined;
}

const SCALARS: ReadonlyMap<string, Type> = new Map([
  ['boolean', BOOL],
  ['number', DOUBLE],
  ['integer', INT],
]);

const TEXTS: ReadonlyMap<string, Type> = new Map([
  ['byte', BYTES],
  ['duration', DURATION],
  ['date', TIMESTAMP],
  ['date-time', TIMESTAMP],
]);

/** Follows a reference, which can be wrapped in `allOf`. */
function resolved(
  schema: JsonObject,
  { schemas, open }: Place,
): { readonly schema: JsonObject; readonly open: readonly string[] } {
  const reference = referenceOf(schema);
  if (reference === undefined) return { schema, open };
  const target = ownValue(schemas, reference);
  if (open.includes(reference) || !isObject(target)) return { schema: NOTHING, open };
  return { schema: target, open: [...open, reference] };
}

function referenceOf({ $ref, allOf }: JsonObject): string | undefined {
  if (typeof $ref === 'string') return $ref.startsWith(PREFIX) ? $ref.slice(PREFIX.length) : $ref;
  if (!Array.isArray(allOf)) return undefined;
  for (const each of allOf) {
    const reference = isObject(each) ? referenceOf(each) : undefined;
    if (reference !== undefined) return reference;
  }
  return undefined;
}

function elementType(element: JsonValue | undefined, place: Place, part: string): Type | undefined {
  if (!isObject(element)) return undefined;
  return typeOf(element, { ...place, name: `${place.name}.${part}`, isRoot: isEmbedded(element) });
}

function isEmbedded(schema: JsonObject): boolean {
  return schema['x-kubernetes-embedded-resource'] === true;
}

const NAMES: JsonObject = {
  type: 'object',
  properties: { name: { type: 'string' }, generateName: { type: 'string' } },
};

/** An object with fields, whose types are made when they are first used: types can be recursive, and are large. */
function structType({ properties }: JsonObject, place: Place): ObjectType {
  const { name, isRoot } = place;
  const own = isObject(properties) ? properties : {};
  const schemas = isRoot && !isWhole(own, place) ? { ...own, ...ROOT } : own;
  const made = new Map<string, Type | undefined>();
  return {
    kind: 'object',
    name,
    fields: {
      get(field) {
        if (made.has(field)) return made.get(field);
        const property = propertyNamed(schemas, field);
        const type = property && typeOf(property, { ...place, name: `${name}.${field}`, isRoot: isEmbedded(property) });
        made.set(field, type);
        return type;
      },
    },
  };
}

const ROOT: JsonObject = { kind: { type: 'string' }, apiVersion: { type: 'string' }, metadata: NAMES };

/** Whether a root declares its type and names by itself. */
function isWhole(properties: JsonObject, place: Place): boolean {
  const { metadata } = properties;
  const names = isObject(metadata) ? resolved(metadata, place).schema['properties'] : undefined;
  return (
    [properties['kind'], properties['apiVersion']].every(isText) &&
    isObject(names) &&
    [names['name'], names['generateName']].every(isText)
  );
}

function isText(schema: JsonValue | undefined): boolean {
  return isObject(schema) && schema['type'] === 'string';
}

/** The property of a field name, which is escaped unless it is a word that CEL reserves. */
function propertyNamed(properties: JsonObject, field: string): JsonObject | undefined {
  for (const name of Object.keys(properties)) {
    const escaped = escapeName(name);
    if (escaped !== field && !(name === field && escaped === `__${name}__`)) continue;
    const property = properties[name];
    return isObject(property) ? property : undefined;
  }
  return undefined;
}
