import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';

/** The payload of a token. */
export type Claims = JsonObject;

/** A text that is not empty; undefined for everything else. */
export function textAt(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A text, or the texts in a list. */
export function textsIn(value: JsonValue | undefined): string[] {
  return [value ?? []].flat().filter((item) => typeof item === 'string');
}
