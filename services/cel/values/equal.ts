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

/** Counts comparisons; throws when they take too long. */
export interface Counter {
  readonly work: (amount: number) => void;
}

/** Characters or bytes compared in one unit of work. */
const COMPARED = 200;

/** CEL equality: values of different types differ, but numbers compare by value. */
export function equal(left: Value, right: Value, counter: Counter): boolean {
  if (typeof left === 'string') {
    if (typeof right !== 'string' || left.length !== right.length) return false;
    counter.work(left.length / COMPARED);
    return left === right;
  }
  if (left === right) return !Number.isNaN(left);
  if (typeof left === 'bigint') return isSameInteger(left, right);
  if (typeof left === 'number') {
    if (typeof right === 'number' || !isNumeric(right)) return false;
    return isSameInteger(typeof right === 'bigint' ? right : right.value, left);
  }
  if (left instanceof Uint) return isSameInteger(left.value, right);
  if (typeof left !== 'object' || left === null || typeof right !== 'object' || right === null) return false;
  return equalObjects(left, right, counter);
}

type ObjectValue = Exclude<Value, null | string | boolean | bigint | number | Uint>;

function equalObjects(left: ObjectValue, right: Value, counter: Counter): boolean {
  const same = (a: Value, b: Value): boolean => equal(a, b, counter);
  counter.work(1);
  if (left instanceof List) {
    if (!(right instanceof List) || left.size !== right.size) return false;
    counter.work(left.size);
    return left.equals(right, same) ?? right.equals(left, same) ?? equalLists(left, right, same);
  }
  if (left instanceof CelMap) {
    if (!(right instanceof CelMap) || left.size !== right.size) return false;
    counter.work(left.size);
    return left.equals(right, same) ?? equalMaps(left, right, same);
  }
  if (left instanceof Uint8Array) {
    if (!(right instanceof Uint8Array) || left.length !== right.length) return false;
    counter.work(left.length / COMPARED);
    return Buffer.compare(left, right) === 0;
  }
  if (left instanceof Timestamp) return right instanceof Timestamp && left.nanos === right.nanos;
  if (left instanceof Duration) return right instanceof Duration && left.nanos === right.nanos;
  if (left instanceof TypeValue) return right instanceof TypeValue && left.name === right.name;
  if (left instanceof Optional) {
    if (!(right instanceof Optional)) return false;
    if (left.value === undefined || right.value === undefined) return left.value === right.value;
    return same(left.value, right.value);
  }
  if (left instanceof Opaque) {
    return right instanceof Opaque && left.typeName === right.typeName && left.key === right.key;
  }
  if (left instanceof Message) return right instanceof Message && equalMessages(left, right, same);
  return left instanceof CelError && left === right;
}

function equalLists(left: List, right: List, same: (a: Value, b: Value) => boolean): boolean {
  for (let index = 0; index < left.size; index += 1) if (!same(left.get(index), right.get(index))) return false;
  return true;
}

function equalMessages(left: Message, right: Message, same: (a: Value, b: Value) => boolean): boolean {
  if (left.typeName !== right.typeName || left.fields.size !== right.fields.size) return false;
  return [...left.fields].every(([name, value]) => {
    const other = right.fields.get(name);
    return other !== undefined && same(value, other);
  });
}

function equalMaps(left: CelMap, right: CelMap, same: (a: Value, b: Value) => boolean): boolean {
  for (const key of left.keys()) {
    const [one, other] = [left.find(key), right.find(key)];
    if (one === undefined || other === undefined || !same(one, other)) return false;
  }
  return true;
}

function isNumeric(value: Value): value is bigint | number | Uint {
  return typeof value === 'bigint' || typeof value === 'number' || value instanceof Uint;
}

function isSameInteger(integer: bigint, value: Value): boolean {
  if (typeof value === 'bigint') return integer === value;
  if (typeof value === 'number') return Number(integer) === value;
  return value instanceof Uint && value.value === integer;
}
