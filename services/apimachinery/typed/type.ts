import { canonicalJson, compareTexts } from '../fieldpath/canonical.js';
import { fieldElement, type PathElement } from '../fieldpath/element.js';
import { parseJson } from '../json/parse.js';
import { newObject, type JsonObject, type JsonValue } from '../json/value.js';
import { zeroScalar } from '../schema/scalars.js';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../schema/schema.js';

/** A type for server-side apply: an object, list or scalar type, or several of these for untyped JSON. */
export interface Type {
  readonly object?: ObjectType;
  readonly scalar?: ScalarType;
  readonly list?: ListType;
}

export type ScalarType = 'string' | 'number' | 'boolean' | 'any';

/** A struct, a map or both: declared fields and other members. */
export interface ObjectType {
  readonly fields: Fields;
  /** The type of members that are not fields; undefined if none are allowed. */
  readonly values: Type | undefined;
  /** Atomic: one value with one set of owners. */
  readonly atomic: boolean;
  /** The members that objects always have, with their zero values. */
  readonly least: JsonObject;
}

/** Declared fields by name. */
export type Fields = Pick<ReadonlyMap<string, Member>, 'has' | 'get'>;

/** A member of an object. */
export interface Member {
  readonly type: Type;
  /** The name as a path element. */
  readonly element: PathElement;
}

export interface ListType {
  readonly items: Type;
  readonly relation: 'atomic' | 'set' | 'map';
  /** The sorted keys of a `map` list. */
  readonly keys: readonly ListKey[];
}

export interface ListKey {
  readonly name: string;
  /** The beginning of the member in a path element: `"name":`. */
  readonly label: string;
  /** The value of an absent key, as JSON. */
  readonly default: string | undefined;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const ATOMIC_LIST: ListType = { items: {}, relation: 'atomic', keys: [] };

/** Untyped JSON, as in objects without a schema: members are fields, and lists are atomic. */
export const UNTYPED: Type = untyped();

function untyped(): Type {
  const type: Writable<Type> = { scalar: 'any', list: ATOMIC_LIST };
  type.object = { fields: new Map(), values: type, atomic: false, least: newObject() };
  return type;
}

/** Compiles a schema. This is expensive: keep the result. */
export function compileType(schema: Schema): Type {
  return typeOf(schema, new Map());
}

/** Structs compiled or in progress, because types may be recursive. */
type Compiled = Map<StructSchema, Type>;

function typeOf(schema: Schema, compiled: Compiled): Type {
  switch (schema.type) {
    case 'struct':
      return compiled.get(schema) ?? structType(schema, compiled);
    case 'map':
      return { object: mapType(schema, compiled) };
    case 'list':
      return { list: listType(schema, compiled) };
    case 'any':
      return UNTYPED;
    case 'choice':
      return Object.assign({}, ...schema.alternatives.map((each) => typeOf(each.schema(), compiled))) as Type;
    case 'string':
    case 'bytes':
      return { scalar: 'string' };
    case 'integer':
    case 'number':
      return { scalar: 'number' };
    case 'boolean':
      return { scalar: 'boolean' };
    case 'time':
    case 'quantity':
    case 'intOrString':
      return { scalar: 'any' };
  }
}

function structType(schema: StructSchema, compiled: Compiled): Type {
  const fields = new Map<string, Member>();
  const least = newObject();
  const type: Type = { object: { fields, values: undefined, atomic: schema.atomic, least } };
  compiled.set(schema, type);
  for (const field of schema.fields) {
    const found = typeOf(field.schema(), compiled);
    const fieldType = field.granular && found.object ? { object: { ...found.object, atomic: false } } : found;
    fields.set(field.name, { type: fieldType, element: fieldElement(field.name) });
    if (field.presence === 'always') least[field.name] = minOf(field.schema(), fieldType);
  }
  return type;
}

/** The value that decoding fills in when absent. */
function minOf(schema: Schema, { object }: Type): JsonValue {
  if (schema.type === 'choice') return null;
  if (schema.type === 'list') return [];
  if (schema.type === 'struct' || schema.type === 'map') return object?.least ?? newObject();
  return zeroScalar(schema);
}

function mapType(schema: MapSchema, compiled: Compiled): ObjectType {
  return { fields: new Map(), values: typeOf(schema.values(), compiled), atomic: schema.atomic, least: newObject() };
}

function listType(schema: ListSchema, compiled: Compiled): ListType {
  const items = schema.items();
  const keys = schema.listType === 'map' ? [...schema.keys].sort(compareTexts) : [];
  return {
    items: typeOf(items, compiled),
    relation: schema.listType,
    keys: keys.map((name) => ({ name, label: `${canonicalJson(name)}:`, default: defaultOf(items, name) })),
  };
}

function defaultOf(items: Schema, name: string): string | undefined {
  const field = items.type === 'struct' ? items.fields.find((each) => each.name === name) : undefined;
  return field?.default === undefined ? undefined : canonicalJson(parseJson(field.default).value);
}

/** The member of a name. Unknown members, which only stored objects have, are untyped JSON. */
export function memberOf({ fields, values = UNTYPED }: ObjectType, name: string): Member {
  return fields.get(name) ?? { type: values, element: fieldElement(name) };
}
