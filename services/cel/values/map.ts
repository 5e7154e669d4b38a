import { CelMap, Uint, type Value } from './value.js';

/** A map key as a JavaScript map key: numbers are equal regardless of type. */
export type KeyId = string | bigint | boolean;

/** Undefined for an invalid key. A double is a key only if it is an integer. */
export function keyId(key: Value): KeyId | undefined {
  if (typeof key === 'string' || typeof key === 'bigint' || typeof key === 'boolean') return key;
  if (key instanceof Uint) return key.value;
  return typeof key === 'number' && Number.isInteger(key) ? BigInt(key) : undefined;
}

interface Entry {
  readonly key: Value;
  readonly value: Value;
}

export class EntryMap extends CelMap {
  readonly #entries: ReadonlyMap<KeyId, Entry>;

  constructor(entries: ReadonlyMap<KeyId, Entry>) {
    super();
    this.#entries = entries;
  }

  get size(): number {
    return this.#entries.size;
  }

  keys(): readonly Value[] {
    return Array.from(this.#entries.values(), ({ key }) => key);
  }

  find(key: Value): Value | undefined {
    const id = keyId(key);
    return id === undefined ? undefined : this.#entries.get(id)?.value;
  }
}

/** An append-only map for macros. As in a GrowingList, older maps see only their own entries. */
export class GrowingMap extends CelMap {
  readonly #keys: Value[];
  readonly #entries: Map<KeyId, { readonly value: Value; readonly index: number }>;
  readonly size: number;

  constructor(keys: Value[] = [], entries: Map<KeyId, { value: Value; index: number }> = new Map()) {
    super();
    this.#keys = keys;
    this.#entries = entries;
    this.size = keys.length;
  }

  keys(): readonly Value[] {
    return this.#keys.length === this.size ? this.#keys : this.#keys.slice(0, this.size);
  }

  find(key: Value): Value | undefined {
    const id = keyId(key);
    const found = id === undefined ? undefined : this.#entries.get(id);
    return found !== undefined && found.index < this.size ? found.value : undefined;
  }

  /** Undefined if the key exists or is invalid. */
  insert(key: Value, value: Value): GrowingMap | undefined {
    const id = keyId(key);
    if (id === undefined || this.find(key) !== undefined) return undefined;
    if (this.#keys.length !== this.size) return copyOf(this).insert(key, value);
    this.#entries.set(id, { value, index: this.size });
    this.#keys.push(key);
    return new GrowingMap(this.#keys, this.#entries);
  }
}

/** The map as a growing one. */
export function copyOf(map: CelMap): GrowingMap {
  let copy = new GrowingMap();
  for (const key of map.keys()) copy = copy.insert(key, map.find(key) ?? null) ?? copy;
  return copy;
}
