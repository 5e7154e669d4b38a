import type { StructuralSchema } from '@pilothouse/apimachinery/structural/schema.js';
import { declare, type Declared } from './declare.js';
import { escapeName } from './names.js';

/** The type name of `self` in messages. Kubernetes uses a random number. */
const SELF_TYPE = 'selfType0';

/** A child of a schema: its path, and its type if the schema determines it. */
export interface Child {
  readonly via: { readonly property: string } | 'items' | 'others';
  readonly schema: StructuralSchema;
  readonly declared: Declared | undefined;
}

/** The direct children of a schema. */
export function childrenOf(schema: StructuralSchema, declared: Declared | undefined): readonly Child[] {
  const children: Child[] = [];
  for (const [property, child] of schema.properties) {
    const escaped = escapeName(property);
    const known = escaped === undefined ? undefined : declared?.fields.get(escaped);
    children.push({ via: { property }, schema: child, declared: known });
  }
  if (schema.items !== undefined) children.push({ via: 'items', schema: schema.items, declared: declared?.element });
  const { additionalProperties: others } = schema;
  if (others !== undefined && others !== 'any') {
    children.push({ via: 'others', schema: others, declared: declared?.element });
  }
  return children;
}

/** The type of a schema's values; undefined if rules cannot access them. */
export function declaredOf(
  { schema, declared }: Pick<Child, 'schema' | 'declared'>,
  isRoot: boolean,
): Declared | undefined {
  return declared ?? declare(schema, isRoot || schema.isEmbeddedResource, SELF_TYPE);
}

/** Whether a schema or a descendant has rules. */
export function hasRules(schema: StructuralSchema): boolean {
  const { additionalProperties: others, items } = schema;
  return (
    schema.validations.length > 0 ||
    (items !== undefined && hasRules(items)) ||
    (others !== undefined && others !== 'any' && hasRules(others)) ||
    [...schema.properties.values()].some(hasRules)
  );
}
