import {
  List,
  CelMap,
  Duration,
  Message,
  Opaque,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
  type Value,
} from '../values/value.js';
import type { Type } from './type.js';

/** Whether a value can be an argument of a type, by its outermost type and the first item of a list. */
export function isValueOf(type: Type, value: Value): boolean {
  switch (type.kind) {
    case 'dyn':
    case 'any':
    case 'param':
    case 'error':
      return true;
    case 'null':
      return value === null;
    case 'bool':
      return typeof value === 'boolean';
    case 'int':
      return typeof value === 'bigint';
    case 'double':
      return typeof value === 'number';
    case 'string':
      return typeof value === 'string';
    case 'uint':
      return value instanceof Uint;
    case 'bytes':
      return value instanceof Uint8Array;
    case 'timestamp':
      return value instanceof Timestamp;
    case 'duration':
      return value instanceof Duration;
    case 'list':
      return (
        value instanceof List && (value.size === 0 || type.item.kind === 'list' || isValueOf(type.item, value.get(0)))
      );
    case 'map':
      return value instanceof CelMap;
    case 'object':
      return value instanceof CelMap || (value instanceof Message && value.typeName === type.name);
    case 'type':
      return value instanceof TypeValue;
    case 'named':
      return type.name === 'optional_type'
        ? value instanceof Optional
        : value instanceof Opaque && value.typeName === type.name;
  }
}
