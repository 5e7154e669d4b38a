import { isObject, type JsonValue } from '../../json/value.js';
import { PatchError, type PatchErrorKind } from '../patch-error.js';

const MAX_LENGTH = 2_000;
const MAX_DEPTH = 20;

/** A value in the format of Kubernetes' errors, `map[name:a ports:[1 2]]`, truncated when it is long. */
export function describe(value: JsonValue): string {
  const text = print(value, 0);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}...` : text;
}

function print(value: JsonValue, depth: number): string {
  if (value === null) return '<nil>';
  if (typeof value !== 'object') return String(value);
  if (depth === MAX_DEPTH) return '...';
  if (Array.isArray(value)) return `[${value.map((item) => print(item, depth + 1)).join(' ')}]`;
  const members = Object.keys(value).sort();
  return `map[${members.map((key) => `${key}:${print(value[key] as JsonValue, depth + 1)}`).join(' ')}]`;
}

/** The Go type name of a value in Kubernetes' errors. */
function typeName(value: JsonValue): string {
  if (value === null) return 'nil';
  if (Array.isArray(value)) return '[]interface {}';
  if (isObject(value)) return 'map[string]interface {}';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'bigint' || Number.isInteger(value) ? 'int64' : 'float64';
}

/** `expected a []interface {}, but received a string`. */
export function wrongType(kind: PatchErrorKind, expected: 'list' | 'object', actual: JsonValue): PatchError {
  const name = typeName(expected === 'list' ? [] : {});
  return new PatchError(kind, `expected a ${name}, but received a ${typeName(actual)}`);
}
