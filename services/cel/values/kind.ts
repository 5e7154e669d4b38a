import {
  List,
  CelMap,
  CelError,
  Duration,
  Message,
  Opaque,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
  type Value,
} from './value.js';

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'bool',
  bigint: 'int',
  number: 'double',
};

/** The type name of a value, such as `int` or `google.protobuf.Duration`. */
export function typeName(value: Value): string {
  if (typeof value === 'object') return value === null ? 'null_type' : objectTypeName(value);
  return PRIMITIVES[typeof value] ?? 'unknown';
}

/** A map key or list index in messages. */
export function keyText(key: Value): string {
  if (key instanceof Uint) return String(key.value);
  return typeof key === 'object' ? typeName(key) : String(key);
}

function objectTypeName(value: Exclude<Value, null | string | boolean | bigint | number>): string {
  if (value instanceof List) return 'list';
  if (value instanceof CelMap) return 'map';
  if (value instanceof Uint) return 'uint';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof Timestamp) return 'google.protobuf.Timestamp';
  if (value instanceof Duration) return 'google.protobuf.Duration';
  if (value instanceof TypeValue) return 'type';
  if (value instanceof Optional) return 'optional_type';
  if (value instanceof CelError) return 'error';
  return value instanceof Opaque || value instanceof Message ? value.typeName : 'unknown';
}

/** Number of code points, bytes, items or entries; 1 for a value without a size. */
export function sizeOf(value: Value): number {
  if (typeof value === 'string') return codePoints(value);
  if (typeof value !== 'object' || value === null) return 1;
  if (value instanceof List || value instanceof CelMap || value instanceof Opaque) return value.size;
  if (value instanceof Uint8Array) return value.length;
  return value instanceof Optional && value.value !== undefined ? sizeOf(value.value) : 1;
}

/** Number of code points. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800) count -= 1;
  }
  return count;
}
