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
export type TypeTest = (value: Value) => boolean;

const isAny: TypeTest = () => true;

const TESTS: Readonly<Record<Exclude<Type['kind'], 'list' | 'object' | 'named'>, TypeTest>> = {
  dyn: isAny,
  any: isAny,
  param: isAny,
  error: isAny,
  null: (value) => value === null,
  bool: (value) => typeof value === 'boolean',
  int: (value) => typeof value === 'bigint',
  double: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  uint: (value) => value instanceof Uint,
  bytes: (value) => value instanceof Uint8Array,
  timestamp: (value) => value instanceof Timestamp,
  duration: (value) => value instanceof Duration,
  map: (value) => value instanceof CelMap,
  type: (value) => value instanceof TypeValue,
};

const isList: TypeTest = (value) => value instanceof List;
const isOptional: TypeTest = (value) => value instanceof Optional;

export function testOf(type: Type): TypeTest {
  if (type.kind === 'object') {
    return (value) => value instanceof CelMap || (value instanceof Message && value.typeName === type.name);
  }
  if (type.kind === 'named') {
    if (type.name === 'optional_type') return isOptional;
    return (value) => value instanceof Opaque && value.typeName === type.name;
  }
  return type.kind === 'list' ? listTest(type.item) : TESTS[type.kind];
}

function listTest(item: Type): TypeTest {
  const isItem = item.kind === 'list' ? isAny : testOf(item);
  if (isItem === isAny) return isList;
  return (value) => value instanceof List && (value.size === 0 || isItem(value.get(0)));
}
