import { celList, celMap, type CelInput, type CelUint } from '@bufbuild/cel';
import { isObject, ownValue, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';

/** What an expression can be given. */
export type Value = CelInput;

const INT64 = { least: -(2n ** 63n), greatest: 2n ** 63n - 1n };

/** JSON as CEL has it: whole numbers are ints. Objects are converted as far as they are looked at, and only once. */
export function celValue(value: JsonValue): Value {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'bigint') return value >= INT64.least && value <= INT64.greatest ? value : Number(value);
  if (Array.isArray(value)) return celList(value.map(celValue));
  return isObject(value) ? celMap(new JsonMap(value)) : value;
}

/** A map whose values are made when they are first asked for. */
export function lazyMap(names: readonly string[], make: (name: string) => Value): Value {
  return celMap(new LazyMap(names, make));
}

type Key = string | bigint | boolean | CelUint;

class LazyMap implements ReadonlyMap<Key, Value> {
  readonly #names: readonly string[];
  readonly #has: (key: string) => boolean;
  readonly #make: (name: string) => Value;
  readonly #made = new Map<string, Value>();

  constructor(
    names: readonly string[],
    make: (name: string) => Value,
    has = (key: string): boolean => names.includes(key),
  ) {
    this.#names = names;
    this.#has = has;
    this.#make = make;
  }

  get size(): number {
    return this.#names.length;
  }

  has(key: Key): boolean {
    return typeof key === 'string' && this.#has(key);
  }

  get(key: Key): Value | undefined {
    if (typeof key !== 'string' || !this.#has(key)) return undefined;
    let value = this.#made.get(key);
    if (value === undefined) this.#made.set(key, (value = this.#make(key)));
    return value;
  }

  keys(): MapIterator<Key> {
    return this.#names.values();
  }

  *values(): MapIterator<Value> {
    for (const [, value] of this.entries()) yield value;
  }

  *entries(): MapIterator<[Key, Value]> {
    for (const name of this.#names) yield [name, this.get(name) ?? null];
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries();
  }

  forEach(each: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    for (const [key, value] of this.entries()) each(value, key, this);
  }
}

class JsonMap extends LazyMap {
  constructor(object: JsonObject) {
    const has = (key: string): boolean => Object.hasOwn(object, key);
    super(Object.keys(object), (name) => celValue(ownValue(object, name) ?? null), has);
  }
}
