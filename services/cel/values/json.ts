import {
  isObject,
  ownValue,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '@pilothouse/apimachinery/json/value.js';
import { PlainList } from './list.js';
import { CelError, CelMap, type Value } from './value.js';

const INT64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n };

/** Untyped JSON as a CEL value; integers become ints. Objects and lists are converted lazily. */
export function jsonValue(value: JsonValue): Value {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'bigint') return value >= INT64.least && value <= INT64.most ? value : Number(value);
  if (Array.isArray(value)) return new JsonList(value);
  return isObject(value) ? new JsonMap(value) : value;
}

/** Objects with more fields are listed once. Listing the others again costs less than remembering them. */
const MANY_NAMES = 32;

const listed = new WeakMap<JsonObject, readonly string[]>();

/** The field names of an object. An expression can use their number in each iteration. */
export function namesOf(object: JsonObject): readonly string[] {
  const known = listed.get(object);
  if (known !== undefined) return known;
  const names = Object.keys(object);
  if (names.length > MANY_NAMES) listed.set(object, names);
  return names;
}

class JsonList extends PlainList {
  readonly #list: JsonArray;

  constructor(list: JsonArray) {
    super();
    this.#list = list;
  }

  get size(): number {
    return this.#list.length;
  }

  get(index: number): Value {
    return jsonValue(this.#list[index] ?? null);
  }
}

export class JsonMap extends CelMap {
  readonly object: JsonObject;

  constructor(object: JsonObject) {
    super();
    this.object = object;
  }

  get size(): number {
    return namesOf(this.object).length;
  }

  keys(): readonly Value[] {
    return namesOf(this.object);
  }

  find(key: Value): Value | undefined {
    const value = typeof key === 'string' ? ownValue(this.object, key) : undefined;
    return value === undefined ? undefined : jsonValue(value);
  }
}

/** A map with lazy, memoised values. `make` may read other values of the map. */
export function lazyMap(names: readonly string[], make: (name: string) => Value): CelMap {
  return new LazyMap(names, make);
}

class LazyMap extends CelMap {
  readonly #names: ReadonlySet<string>;
  readonly #make: (name: string) => Value;
  readonly #made = new Map<string, Value>();

  constructor(names: readonly string[], make: (name: string) => Value) {
    super();
    this.#names = new Set(names);
    this.#make = make;
  }

  get size(): number {
    return this.#names.size;
  }

  keys(): readonly Value[] {
    return [...this.#names];
  }

  find(key: Value): Value | undefined {
    if (typeof key !== 'string' || !this.#names.has(key)) return undefined;
    const made = this.#made.get(key);
    if (made !== undefined) return made;
    this.#made.set(key, new CelError(`the value of ${key} needs itself`));
    try {
      const value = this.#make(key);
      this.#made.set(key, value);
      return value;
    } catch (error) {
      this.#made.delete(key);
      throw error;
    }
  }
}
