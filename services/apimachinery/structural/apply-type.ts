import { keyed } from '../changing/changing.js';
import { canonicalJson, compareTexts } from '../fieldpath/canonical.js';
import { fieldElement } from '../fieldpath/element.js';
import { newObject } from '../json/value.js';
import { UNTYPED, type ListKey, type Member, type ObjectType, type ScalarType, type Type } from '../typed/type.js';
import type { StructuralSchema, StructuralType } from './schema.js';

/**
 * What server-side apply must know of a custom type. `metadata` is the type of an object's metadata, at the top and in embedded
 * resources.
 */
export function structuralApplyType(schema: StructuralSchema, metadata: Type): Type {
  return typeOf({ ...schema, isEmbeddedResource: true }, typesBeside(metadata));
}

/** Makes the types of parts, once for each of them. */
type TypeOf = ((schema: StructuralSchema) => Type) & { readonly metadata: Type };

const typesBeside = keyed((metadata: Type): TypeOf => {
  const types: TypeOf = Object.assign(
    keyed((schema: StructuralSchema) => typeOf(schema, types)),
    { metadata },
  );
  return types;
});

const SCALARS: Readonly<Partial<Record<StructuralType, ScalarType>>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
};

function typeOf(schema: StructuralSchema, types: TypeOf): Type {
  if (schema.isIntOrString) return { scalar: 'any' };
  if (schema.type === undefined) return UNTYPED;
  if (schema.type === 'array') return { list: listType(schema, types) };
  if (schema.type === 'object') return { object: objectType(schema, types) };
  const scalar = SCALARS[schema.type];
  return scalar === undefined ? UNTYPED : { scalar };
}

function objectType(schema: StructuralSchema, types: TypeOf): ObjectType {
  const { properties, additionalProperties, preservesUnknownFields, isEmbeddedResource, isAtomicMap } = schema;
  const fields = new Map<string, Member>();
  const add = (name: string, type: Type): void => void fields.set(name, { type, element: fieldElement(name) });
  for (const [name, property] of properties) add(name, types(property));
  if (isEmbeddedResource) {
    add('kind', { scalar: 'string' });
    add('apiVersion', { scalar: 'string' });
    add('metadata', types.metadata);
  }
  const values =
    additionalProperties === undefined || additionalProperties === 'any'
      ? additionalProperties === 'any' || preservesUnknownFields
        ? UNTYPED
        : undefined
      : types(additionalProperties);
  return { fields, values, atomic: isAtomicMap, least: newObject() };
}

function listType(
  { items, listType: relation, listMapKeys }: StructuralSchema,
  types: TypeOf,
): NonNullable<Type['list']> {
  return {
    items: items === undefined ? UNTYPED : types(items),
    relation,
    keys: [...listMapKeys].sort(compareTexts).map((name): ListKey => keyOf(name, items)),
  };
}

function keyOf(name: string, items: StructuralSchema | undefined): ListKey {
  const value = items?.properties.get(name)?.default;
  return {
    name,
    label: `${canonicalJson(name)}:`,
    default: value === undefined || value === null ? undefined : canonicalJson(value),
  };
}
