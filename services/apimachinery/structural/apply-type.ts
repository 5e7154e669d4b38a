import { keyed } from '../changing/changing.js';
import { canonicalJson, compareTexts } from '../fieldpath/canonical.js';
import { fieldElement } from '../fieldpath/element.js';
import { newObject, type JsonObject } from '../json/value.js';
import {
  UNTYPED,
  type Fields,
  type ListKey,
  type Member,
  type ObjectType,
  type ScalarType,
  type Type,
} from '../typed/type.js';
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
  const embedded = isEmbeddedResource ? embeddedMembers(around.metadata) : [];
  const values =
    additionalProperties === undefined || additionalProperties === 'any'
      ? additionalProperties === 'any' || around.keeps || (properties.size === 0 && !isEmbeddedResource)
        ? UNTYPED
        : undefined
      : around.typeOf(additionalProperties);
  const fields = new LazyFields({ properties, typeOf: around.typeOf, embedded });
  return { fields, values, atomic: isAtomicMap, least: NOTHING };
}

const NOTHING: Readonly<JsonObject> = newObject();

const embeddedMembers = keyed((metadata: Type): readonly (readonly [string, Member])[] =>
  Object.entries<Type>({ kind: { scalar: 'string' }, apiVersion: { scalar: 'string' }, metadata }).map(
    ([name, type]) => [name, { type, element: fieldElement(name) }],
  ),
);

interface LazyFieldsOptions extends Pick<StructuralSchema, 'properties'>, Pick<Around, 'typeOf'> {
  /** Members that replace properties of the same name. */
  readonly embedded: readonly (readonly [string, Member])[];
}

/** Members are created on first use: objects use few properties of a large schema, and a type lives as long as it. */
class LazyFields implements Fields {
  readonly #properties: StructuralSchema['properties'];
  readonly #typeOf: Around['typeOf'];
  readonly #members: Map<string, Member>;

  constructor({ properties, typeOf, embedded }: LazyFieldsOptions) {
    this.#properties = properties;
    this.#typeOf = typeOf;
    this.#members = new Map(embedded);
  }

  has(name: string): boolean {
    return this.#members.has(name) || this.#properties.has(name);
  }

  get(name: string): Member | undefined {
    const known = this.#members.get(name);
    const property = known === undefined ? this.#properties.get(name) : undefined;
    if (property === undefined) return known;
    const member = { type: this.#typeOf(property), element: fieldElement(name) };
    this.#members.set(name, member);
    return member;
  }
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
