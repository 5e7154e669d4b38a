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
  return typeOf({ ...schema, isEmbeddedResource: true }, metadata);
}

const SCALARS: Readonly<Partial<Record<StructuralType, ScalarType>>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
};

function typeOf(schema: StructuralSchema, metadata: Type): Type {
  if (schema.isIntOrString) return { scalar: 'any' };
  if (schema.type === undefined) return UNTYPED;
  if (schema.type === 'array') return { list: listType(schema, metadata) };
  if (schema.type === 'object') return { object: objectType(schema, metadata) };
  const scalar = SCALARS[schema.type];
  return scalar === undefined ? UNTYPED : { scalar };
}

function objectType(schema: StructuralSchema, metadata: Type): ObjectType {
  const { properties, additionalProperties, preservesUnknownFields, isEmbeddedResource, isAtomicMap } = schema;
  const fields = new Map<string, Member>();
  const add = (name: string, type: Type): void => void fields.set(name, { type, element: fieldElement(name) });
  for (const [name, property] of properties) add(name, typeOf(property, metadata));
  if (isEmbeddedResource) {
    add('kind', { scalar: 'string' });
    add('apiVersion', { scalar: 'string' });
    add('metadata', metadata);
  }
  const values =
    additionalProperties === undefined || additionalProperties === 'any'
      ? additionalProperties === 'any' || preservesUnknownFields
        ? UNTYPED
        : undefined
      : typeOf(additionalProperties, metadata);
  return { fields, values, atomic: isAtomicMap, least: newObject() };
}

function listType(
  { items, listType: relation, listMapKeys }: StructuralSchema,
  metadata: Type,
): NonNullable<Type['list']> {
  return {
    items: items === undefined ? UNTYPED : typeOf(items, metadata),
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
