import { keyed } from '../changing/changing.js';
import { isObject, type JsonValue } from '../json/value.js';
import type { StructuralSchema } from './schema.js';

/** Whether absent values of the schema get defaults. */
export function hasDefault({ default: value }: StructuralSchema): boolean {
  return value !== undefined && value !== null;
}

/**
 * The names of properties with a default. Most schemas have none, and large schemas occur below lists of many items.
 */
export const defaultedNames = keyed(({ properties }: StructuralSchema): readonly string[] =>
  [...properties].flatMap(([name, property]) => (hasDefault(property) ? [name] : [])),
);

/** Limit for the total weight of an object's defaults: that of the largest object. */
export const MAX_DEFAULTS = 100_000;

/** Number of characters with the weight of one value. */
const CHARACTERS = 32;

/** The weight of a schema's default: its values, and the characters of its texts. */
export const defaultWeight = keyed(({ default: value }: StructuralSchema) => weightOf(value ?? null));

function weightOf(value: JsonValue): number {
  if (typeof value === 'string') return 1 + value.length / CHARACTERS;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + weightOf(item), 1);
  if (!isObject(value)) return 1;
  return Object.keys(value).reduce((sum, name) => sum + name.length / CHARACTERS + weightOf(value[name] ?? null), 1);
}
