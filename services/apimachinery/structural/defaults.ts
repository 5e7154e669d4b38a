import { keyed } from '../changing/changing.js';
import { isObject, type JsonValue } from '../json/value.js';
import type { StructuralSchema } from './schema.js';

/** Whether values of the schema that are absent are filled in. */
export function hasDefault({ default: value }: StructuralSchema): boolean {
  return value !== undefined && value !== null;
}

/** The names of properties with a default. Most schemas have none, and large ones stand below lists of many items. */
export const defaultedNames = keyed(({ properties }: StructuralSchema): readonly string[] =>
  [...properties].flatMap(([name, property]) => (hasDefault(property) ? [name] : [])),
);

/** What one object's defaults may weigh: as much as the largest object. */
export const MOST_DEFAULTS = 100_000;

/** Characters that weigh as much as a value. */
const CHARACTERS = 32;

/** How much a schema's default adds to an object: its values, and the characters of its texts. */
export const defaultWeight = keyed(({ default: value }: StructuralSchema) => weightOf(value ?? null));

function weightOf(value: JsonValue): number {
  if (typeof value === 'string') return 1 + value.length / CHARACTERS;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + weightOf(item), 1);
  if (!isObject(value)) return 1;
  return Object.keys(value).reduce((sum, name) => sum + name.length / CHARACTERS + weightOf(value[name] ?? null), 1);
}
