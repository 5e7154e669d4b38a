import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';

/** The payload of a JWT. */
export type Claims = JsonObject;

/** A non-empty string; undefined for everything else. */
export function textAt(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A string, or the strings of a list. */
export function textsIn(value: JsonValue | undefined): string[] {
  return [value ?? []].flat().filter((item) => typeof item === 'string');
}
