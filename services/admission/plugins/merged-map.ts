import { newObject } from '@pilothouse/apimachinery/json/value.js';

type TextMap = Readonly<Record<string, string>>;

/** The entries of maps of text, with sorted keys as in normal form. Later maps prevail. */
export function mergedMap(...maps: readonly TextMap[]): Record<string, string> {
  const merged = Object.assign(newObject(), ...maps) as TextMap;
  const keys = Object.keys(merged).sort();
  return Object.assign(newObject(), ...keys.map((key) => ({ [key]: merged[key] }))) as Record<string, string>;
}
