import { newObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { typeName } from '../values/kind.js';
import { durationText, timestampText } from '../values/time.js';
import { CelError, CelMap, Duration, List, Message, Timestamp, Uint, type Value } from '../values/value.js';

/** Limit of a value's JSON in bytes, roughly: parts of a value can be shared, so that it is larger than it looks. */
const MAX_SIZE = 3 * 1024 * 1024;
/** The least size of an item or entry with its comma. */
const ENTRY = 2;

export interface JsonOptions {
  /** Integers that a double cannot hold become texts, as in protobuf's JSON. */
  readonly hugeIntegersAreTexts: boolean;
}

/** A value as JSON; an error for a value that JSON cannot hold, or that is too large. */
export function toJson(value: Value, options: JsonOptions): JsonValue | CelError {
  try {
    return new Writer(options).json(value);
  } catch (error) {
    if (error instanceof NotJson) return new CelError(error.message);
    if (error instanceof RangeError) return new CelError('the value is nested too deeply');
    throw error;
  }
}

class NotJson extends Error {
  override readonly name = 'NotJson';
}

class Writer {
  readonly #hugeIntegersAreTexts: boolean;
  #left = MAX_SIZE;

  constructor({ hugeIntegersAreTexts }: JsonOptions) {
    this.#hugeIntegersAreTexts = hugeIntegersAreTexts;
  }

  json(value: Value): JsonValue {
    this.#take(ENTRY);
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'string') return this.#text(value);
    if (typeof value === 'bigint') return this.#integer(value);
    if (typeof value === 'number') return this.#double(value);
    if (value instanceof Uint) return this.#integer(value.value);
    if (value instanceof Uint8Array) return this.#text(Buffer.from(value).toString('base64'));
    if (value instanceof List) return this.#list(value);
    if (value instanceof CelMap) return this.#entries(this.#entriesOf(value));
    if (value instanceof Message) return this.#entries(value.fields);
    if (value instanceof Timestamp) return timestampText(value);
    if (value instanceof Duration) return durationText(value);
    throw new NotJson(value instanceof CelError ? value.message : `unsupported type: ${typeName(value)}`);
  }

  #take(size: number): void {
    this.#left -= size;
    if (this.#left < 0) throw new NotJson(`the value is larger than ${MAX_SIZE} bytes`);
  }

  #text(text: string): string {
    this.#take(text.length);
    return text;
  }

  #integer(value: bigint): JsonValue {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
    return this.#hugeIntegersAreTexts ? String(value) : value;
  }

  #double(value: number): JsonValue {
    if (Number.isFinite(value)) return value;
    throw new NotJson(`unsupported value: ${value}`);
  }

  #list(list: List): JsonValue {
    const items: JsonValue[] = [];
    for (const item of list) items.push(this.json(item));
    return items;
  }

  *#entriesOf(map: CelMap): Generator<readonly [string, Value]> {
    for (const key of map.keys()) {
      if (typeof key !== 'string') throw new NotJson(`unsupported type conversion from '${typeName(key)}' to string`);
      yield [key, map.find(key) ?? null];
    }
  }

  #entries(entries: Iterable<readonly [string, Value]>): JsonValue {
    const object = newObject();
    for (const [name, value] of entries) object[this.#text(name)] = this.json(value);
    return object;
  }
}
