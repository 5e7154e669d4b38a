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
  return isObject(value) ? celMap(new LazyMap(new JsonSource(value))) : value;
}

/** A map whose values are made when they are first asked for. */
export function lazyMap(names: readonly string[], make: (name: string) => Value): Value {
  return celMap(new LazyMap({ names: () => names, has: (name) => names.includes(name), make }));
}

type Key = string | bigint | boolean | CelUint;

/** Where the values of a map come from. An object may have hundreds of thousands of maps that nobody looks into. */
interface Source {
  readonly names: () => readonly string[];
  readonly has: (name: string) => boolean;
  readonly make: (name: string) => Value;
}

class LazyMap implements ReadonlyMap<Key, Value> {
  readonly #source: Source;
  #names: readonly string[] | undefined;
  #made: Map<string, Value> | undefined;

  constructor(source: Source) {
    this.#source = source;
  }

  #allNames(): readonly string[] {
    return (this.#names ??= this.#source.names());
  }

  get size(): number {
    return this.#allNames().length;
  }

  has(key: Key): boolean {
    return typeof key === 'string' && this.#source.has(key);
  }

  get(key: Key): Value | undefined {
    if (typeof key !== 'string' || !this.#source.has(key)) return undefined;
    const made = (this.#made ??= new Map());
    let value = made.get(key);
    if (value === undefined) made.set(key, (value = this.#source.make(key)));
    return value;
  }

  keys(): MapIterator<Key> {
    return this.#allNames().values();
  }

  *values(): MapIterator<Value> {
    for (const [, value] of this.entries()) yield value;
  }

  *entries(): MapIterator<[Key, Value]> {
    for (const name of this.#allNames()) yield [name, this.get(name) ?? null];
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries();
  }

  forEach(each: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    for (const [key, value] of this.entries()) each(value, key, this);
  }
}

/** The fields of an object. */
class JsonSource implements Source {
  readonly #object: JsonObject;

  constructor(object: JsonObject) {
    this.#object = object;
  }

  names(): readonly string[] {
    return Object.keys(this.#object);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#object, name);
  }

  make(name: string): Value {
    return celValue(ownValue(this.#object, name) ?? null);
  }
}
