/**
 * A value of CEL. An int is a bigint, a double a number. An operation that fails has a CelError for its value, which `&&`, `||` and
 * the loops of macros can absorb.
 */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | Uint
  | List
  | CelMap
  | Timestamp
  | Duration
  | TypeValue
  | Optional
  | Opaque
  | CelError;

export class CelError {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

export const NO_OVERLOAD = new CelError('no such overload');

/** An unsigned integer of 64 bits. */
export class Uint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** Nanoseconds since 1970. */
export class Timestamp {
  readonly nanos: bigint;
  /** Minutes east of UTC; matters only where the time is written. */
  readonly zone: number;

  constructor(nanos: bigint, zone = 0) {
    this.nanos = nanos;
    this.zone = zone;
  }
}

export class Duration {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** What `type(x)` is, such as `int`. */
export class TypeValue {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export class Optional {
  readonly value: Value | undefined;

  constructor(value: Value | undefined) {
    this.value = value;
  }
}

export const NONE = new Optional(undefined);

/** A value of a library, such as a quantity or an IP address. Equal values have equal keys. */
export abstract class Opaque {
  /** Such as `kubernetes.Quantity`. */
  abstract readonly typeName: string;
  abstract readonly key: string;
  /** For the cost of functions that go through the value; 1 where it has none. */
  readonly size: number = 1;
}

/** A list whose items may be made when they are first looked at. */
export abstract class List implements Iterable<Value> {
  abstract readonly size: number;

  /** The item at an index that is in range. */
  abstract get(index: number): Value;

  *[Symbol.iterator](): IterableIterator<Value> {
    for (let index = 0; index < this.size; index += 1) yield this.get(index);
  }

  /** This list with the items of another behind its own. Lists that are sets or maps merge them. */
  abstract concat(other: List): List;

  /** Whether the lists are equal in a way of this list's own, such as without regard to order; undefined: item by item. */
  equals(_other: List, _equal: (left: Value, right: Value) => boolean): boolean | undefined {
    return undefined;
  }
}

/** A map whose values may be made when they are first looked at. */
export abstract class CelMap {
  abstract readonly size: number;
  abstract keys(): Iterable<Value>;
  /** Undefined where there is no such key. */
  abstract find(key: Value): Value | undefined;

  /** Whether the maps are equal in a way of this map's own; undefined: entry by entry. */
  equals(_other: CelMap, _equal: (left: Value, right: Value) => boolean): boolean | undefined {
    return undefined;
  }
}

export function isError(value: Value): value is CelError {
  return value instanceof CelError;
}
