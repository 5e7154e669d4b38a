/**
 * A CEL value. An int is a bigint, a double a number. A failed operation has a CelError as its value, which `&&`, `||`
 * and macros can absorb.
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
  | Message
  | CelError;

export class CelError {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

export const NO_OVERLOAD = new CelError('no such overload');

/** A 64-bit unsigned integer. */
export class Uint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** Nanoseconds since 1970. */
export class Timestamp {
  readonly nanos: bigint;
  /** Minutes east of UTC; used only for formatting. */
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

/** The value of `type(x)`, such as `int`. */
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

/** A library value, such as a quantity or IP address. Equal values have equal keys. */
export abstract class Opaque {
  /** Such as `kubernetes.Quantity`. */
  abstract readonly typeName: string;
  abstract readonly key: string;
  /** Size for the cost of traversing functions; 1 if it has none. */
  readonly size: number = 1;
}

/** An object that an expression has constructed. Its fields may be readable by expressions. */
export class Message {
  readonly typeName: string;
  readonly fields: ReadonlyMap<string, Value>;
  readonly #isReadable: boolean;

  constructor(typeName: string, fields: ReadonlyMap<string, Value>, isReadable: boolean) {
    this.typeName = typeName;
    this.fields = fields;
    this.#isReadable = isReadable;
  }

  /** The value of a field; undefined for an absent one. */
  find(field: string): Value | undefined {
    return this.#isReadable ? this.fields.get(field) : NO_OVERLOAD;
  }
}

/** A list whose items may be lazy. */
export abstract class List implements Iterable<Value> {
  abstract readonly size: number;

  /** The item at a valid index. */
  abstract get(index: number): Value;

  *[Symbol.iterator](): IterableIterator<Value> {
    for (let index = 0; index < this.size; index += 1) yield this.get(index);
  }

  /** Concatenates a list. `set` and `map` lists merge. */
  abstract concat(other: List): List;

  /** Equality specific to this list, such as without order; undefined: item by item. */
  equals(_other: List, _equal: (left: Value, right: Value) => boolean): boolean | undefined {
    return undefined;
  }
}

/** A map whose values may be lazy. */
export abstract class CelMap {
  abstract readonly size: number;
  abstract keys(): readonly Value[];
  /** Undefined for an absent key. */
  abstract find(key: Value): Value | undefined;

  /** Equality specific to this map; undefined: entry by entry. */
  equals(_other: CelMap, _equal: (left: Value, right: Value) => boolean): boolean | undefined {
    return undefined;
  }
}

export function isError(value: Value): value is CelError {
  return value instanceof CelError;
}
