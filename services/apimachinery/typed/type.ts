import { canonicalJson, compareTexts } from '../fieldpath/canonical.js';
import { fieldElement, type PathElement } from '../fieldpath/element.js';
import { parseJson } from '../json/parse.js';
import { newObject, type JsonObject, type JsonValue } from '../json/value.js';
import { zeroScalar } from '../schema/scalars.js';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../schema/schema.js';

/**
 * What server-side apply must know of a type. A value may be an object, a list or a scalar, whichever of the three
 * is there; untyped JSON may be any of them.
 */
export interface Type {
  readonly object?: ObjectType;
  readonly scalar?: ScalarType;
  readonly list?: ListType;
}

export type ScalarType = 'string' | 'number' | 'boolean' | 'any';

/** A struct, a map or both: fields that are declared, and others. */
export interface ObjectType {
  readonly fields: ReadonlyMap<string, Member>;
  /** The type of members that are no fields; undefined where there may be none. */
  readonly values: Type | undefined;
  /** It is one value, with one set of owners. */
  readonly atomic: boolean;
  /** The members that objects always have, with their least values. */
  readonly least: JsonObject;
}

/** What is under one name in an object. */
export interface Member {
  readonly type: Type;
  /** The name as a path element. */
  readonly element: PathElement;
}

export interface ListType {
  readonly items: Type;
  readonly relation: 'atomic' | 'set' | 'map';
  /** The key fields of a `map`, in the order of their names. */
  readonly keys: readonly ListKey[];
}

export interface ListKey {
  readonly name: string;
  /** How the name begins a member in a path element: `"name":`. */
  readonly label: string;
  /** Stands in for an absent value, as JSON. */
  readonly default: string | undefined;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const ATOMIC_LIST: ListType = { items: {}, relation: 'atomic', keys: [] };

/** Any JSON, as in objects without a schema: keys are fields, and lists are atomic. */
export const UNTYPED: Type = untyped();

function untyped(): Type {
  const type: Writable<Type> = { scalar: 'any', list: ATOMIC_LIST };
  type.object = { fields: new Map(), values: type, atomic: false, least: newObject() };
  return type;
}

/** Compiles a schema. That is dear: keep the result. */
export function compileType(schema: Schema): Type {
  return typeOf(schema, new Map());
}

/** The structs that are done or begun, since they may hold themselves. */
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
    const fieldType = typeOf(field.schema(), compiled);
    fields.set(field.name, { type: fieldType, element: fieldElement(field.name) });
    if (field.presence === 'always') least[field.name] = leastOf(field.schema(), fieldType);
  }
  return type;
}

/** As decoding fills in what is absent. */
function leastOf(schema: Schema, { object }: Type): JsonValue {
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

/** A member by its name. What the type does not provide for, which only stored objects have, may be any JSON. */
export function memberOf({ fields, values = UNTYPED }: ObjectType, name: string): Member {
  return fields.get(name) ?? { type: values, element: fieldElement(name) };
}
