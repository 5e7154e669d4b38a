import { newObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { Schema } from '@pilothouse/apimachinery/schema/schema.js';
import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';
import type { OwnKind } from '@pilothouse/kinds/definition/definition.js';
import { actionType } from '../action-type.js';
import { parseTime } from './time.js';

/** The limits of int64. */
const [SMALLEST, LARGEST] = [-(2n ** 63n), 2n ** 63n - 1n];

/**
 * The options of a connection as an object, from the query by the rules of Kubernetes. `path` is the path of a proxied request.
 * Unknown parameters are ignored. Throws 400.
 */
export function connectOptions(kind: OwnKind, query: URLSearchParams, path: string): JsonObject {
  const type = actionType(kind);
  const options = newObject();
  for (const field of kind.schema.fields) {
    if (field.number === 0) continue;
    const values = field.name === 'path' ? [path] : query.getAll(field.name);
    const value = values.length === 0 ? undefined : valueOf(field.schema(), values);
    if (value !== undefined) options[field.name] = value;
  }
  return Object.assign(newObject(), { kind: type.kind, apiVersion: type.apiVersion }, type.decode(options).value);
}

function valueOf(schema: Schema, values: readonly string[]): JsonValue | undefined {
  const [first = ''] = values;
  if (schema.type === 'boolean') return first !== '0' && first.toLowerCase() !== 'false';
  if (schema.type === 'integer') return int64(first);
  if (schema.type === 'time') return first === '' ? undefined : parseTime(first);
  if (schema.type !== 'list') return first;
  return schema.items().type === 'integer' ? values.flatMap((value) => value.split(',')).map(port) : [...values];
}

function int64(text: string): JsonValue {
  if (!/^[+-]?\d+$/.test(text)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  const value = BigInt(text.replace('+', ''));
  if (value < SMALLEST || value > LARGEST)
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: value out of range`);
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function port(text: string): number {
  const why = /^\d+$/.test(text) ? 'value out of range' : 'invalid syntax';
  if (why === 'value out of range' && Number(text) < 2 ** 16) return Number(text);
  throw badRequest(`cannot convert to []int32: strconv.ParseUint: parsing ${JSON.stringify(text)}: ${why}`);
}
