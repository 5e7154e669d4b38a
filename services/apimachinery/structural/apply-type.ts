import { keyed } from '../changing/changing.js';
import { canonicalJson, compareTexts } from '../fieldpath/canonical.js';
import { fieldElement } from '../fieldpath/element.js';
import { newObject } from '../json/value.js';
import { UNTYPED, type ListKey, type Member, type ObjectType, type ScalarType, type Type } from '../typed/type.js';
import type { StructuralSchema, StructuralType } from './schema.js';

/**
 * The type of a custom resource for server-side apply. `metadata` is the type of an object's metadata, at the root and
 * in embedded resources.
 */
export function structuralApplyType(schema: StructuralSchema, metadata: Type): Type {
  return typeOf({ ...schema, isEmbeddedResource: true }, typesBeside(metadata).plain);
}

const SCALARS: Readonly<Partial<Record<StructuralType, ScalarType>>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
};

/** Creates the types of parts, once for each. */
interface Around {
  readonly metadata: Type;
  /**
   * Unknown fields are preserved here: by the schema or by an ancestor (Kubernetes' rule for apply, not for pruning).
   */
  readonly keeps: boolean;
  readonly typeOf: (schema: StructuralSchema) => Type;
  /** The context of parts below a schema that preserves unknown fields. */
  readonly keeping: () => Around;
}

const typesBeside = keyed((metadata: Type): { readonly plain: Around } => {
  const around = (keeps: boolean, keeping: () => Around): Around => {
    const own: Around = { metadata, keeps, keeping, typeOf: keyed((schema) => typeOf(schema, own)) };
    return own;
  };
  const keeping: Around = around(true, () => keeping);
  return { plain: around(false, () => keeping) };
});

function typeOf(schema: StructuralSchema, around: Around): Type {
  const inside = schema.preservesUnknownFields ? around.keeping() : around;
  if (schema.isIntOrString) return { scalar: 'any' };
  if (schema.type === undefined) return UNTYPED;
  if (schema.type === 'array') return { list: listType(schema, inside) };
  if (schema.type === 'object') return { object: objectType(schema, inside) };
  const scalar = SCALARS[schema.type];
  return scalar === undefined ? UNTYPED : { scalar };
}

function objectType(schema: StructuralSchema, around: Around): ObjectType {
  const { properties, additionalProperties, isEmbeddedResource, isAtomicMap } = schema;
  const fields = new Map<string, Member>();
  const add = (name: string, type: Type): void => void fields.set(name, { type, element: fieldElement(name) });
  for (const [name, property] of properties) add(name, around.typeOf(property));
  if (isEmbeddedResource) {
    add('kind', { scalar: 'string' });
    add('apiVersion', { scalar: 'string' });
    add('metadata', around.metadata);
  }
  const values =
    additionalProperties === undefined || additionalProperties === 'any'
      ? additionalProperties === 'any' || around.keeps || (properties.size === 0 && !isEmbeddedResource)
        ? UNTYPED
        : undefined
      : around.typeOf(additionalProperties);
  return { fields, values, atomic: isAtomicMap, least: newObject() };
}

function listType(
  { items, listType: relation, listMapKeys }: StructuralSchema,
  around: Around,
): NonNullable<Type['list']> {
  return {
    items: items === undefined ? UNTYPED : around.typeOf(items),
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
