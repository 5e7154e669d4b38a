import { isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';

/** Throws an Error for a field that is not known. The functions below throw for values of the wrong type. */
export function refuseOthers(object: JsonObject, path: string, known: readonly string[]): void {
  const other = Object.keys(object).find((name) => !known.includes(name));
  if (other !== undefined) throw new Error(`${path === '' ? '' : `${path}.`}${other}: unknown field`);
}

export function mapping(value: JsonValue, path: string): JsonObject {
  if (isObject(value)) return value;
  throw new Error(`${path}: must be a mapping`);
}

export function list(value: JsonValue | undefined, path: string): JsonValue[] {
  if (Array.isArray(value) && value.length > 0) return value;
  throw new Error(`${path}: must be a non-empty list`);
}

export function texts(value: JsonValue | undefined, path: string): string[] {
  return list(value, path).map((item, index) => {
    if (typeof item === 'string') return item;
    throw new Error(`${path}[${index}]: must be a string`);
  });
}

export function optionalText(value: JsonValue | undefined, path: string): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw new Error(`${path}: must be a string`);
}
