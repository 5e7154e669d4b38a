import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';

/** The name of an object; empty if it has none. */
export function nameOf({ metadata }: JsonObject): string {
  const name = isObject(metadata) ? metadata['name'] : undefined;
  return typeof name === 'string' ? name : '';
}
