import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import {
  isObject,
  ownValue,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import type { StructuralSchema } from '@pilothouse/apimachinery/structural/schema.js';
import { listMapKey } from '@pilothouse/apimachinery/structural/validate.js';
import { parseDate, zoneOf } from '../values/time.js';
import { namesOf } from '../values/json.js';
import { ArrayList, PlainList } from '../values/list.js';
import { CelError, CelMap, Duration, Opaque, Timestamp, type List, type Value } from '../values/value.js';
import { withMetadata } from './metadata.js';
import { escapeName, unescapeName } from './names.js';
import { formatDuration, formatTime } from './text-formats.js';

type Equal = (left: Value, right: Value) => boolean;

/** A value of a schema as a CEL value. Objects and lists are converted lazily. */
export function schemaValue(value: JsonValue, schema: StructuralSchema): Value {
  if (value === null) {
    return schema.nullable ? null : new CelError('invalid data, got null for schema with nullable=false');
  }
  if (schema.isIntOrString) {
    if (typeof value === 'string') return value;
    return integer(value) ?? new CelError('invalid data, expected XIntOrString value to be either a string or integer');
  }
  switch (schema.type) {
    case 'object':
      if (!isObject(value))
        return new CelError('invalid data, expected a map for the provided schema with type=object');
      return new SchemaMap(value, schema.isEmbeddedResource ? withMetadata(schema) : schema);
    case 'array':
      return Array.isArray(value)
        ? schemaList(value, schema)
        : new CelError('invalid data, expected an array for the provided schema with type=array');
    case 'string':
      return typeof value === 'string' ? textValue(value, schema.format) : wrong('string', value);
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : wrong('float', value);
    case 'integer':
      return integer(value) ?? wrong('int', value);
    case 'boolean':
      return typeof value === 'boolean' ? value : wrong('bool', value);
    case undefined:
      return new UnknownValue(value);
  }
}

function wrong(type: string, value: JsonValue): CelError {
  return new CelError(`invalid data, expected ${type}, got ${typeof value}`);
}

function integer(value: JsonValue): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : undefined;
}

function textValue(text: string, format: string | undefined): Value {
  if (format === 'byte') return Buffer.from(text, 'base64');
  const read = format === undefined ? undefined : TIMES.get(format);
  if (read === undefined) return text;
  const nanos = read.nanos(text);
  if (nanos === undefined) return new CelError(`Invalid ${read.name} ${text}: unable to parse`);
  return format === 'duration' ? new Duration(nanos) : new Timestamp(nanos, zoneOf(text));
}

const TIMES: ReadonlyMap<string, { readonly name: string; readonly nanos: (text: string) => bigint | undefined }> =
  new Map([
    ['duration', { name: 'duration', nanos: formatDuration }],
    ['date', { name: 'date formatted string', nanos: parseDate }],
    ['date-time', { name: 'date-time formatted string', nanos: formatTime }],
  ]);

/** A value without a type, which rules can only compare as part of others. */
class UnknownValue extends Opaque {
  readonly typeName = 'unknown';
  readonly #value: JsonValue;

  constructor(value: JsonValue) {
    super();
    this.#value = value;
  }

  get key(): string {
    return writeJson(this.#value);
  }
}

/** The properties of a schema by their escaped names. */
const propertiesOf = keyed(
  ({ properties }: StructuralSchema): ReadonlyMap<string, string> =>
    new Map([...properties.keys()].map((name) => [escapeName(name) ?? name, name])),
);

/** An object with properties, or a map. */
class SchemaMap extends CelMap {
  /** The object's JSON. */
  readonly source: JsonObject;
  readonly #schema: StructuralSchema;

  constructor(source: JsonObject, schema: StructuralSchema) {
    super();
    this.source = source;
    this.#schema = schema;
  }

  get size(): number {
    return namesOf(this.source).length;
  }

  get #isObject(): boolean {
    return this.#schema.properties.size > 0;
  }

  keys(): readonly Value[] {
    const known = namesOf(this.source).filter((name) => this.#memberSchema(name) !== undefined);
    return this.#isObject ? known.map((name) => escapeName(name) ?? name) : known;
  }

  find(key: Value): Value | undefined {
    if (typeof key !== 'string') return undefined;
    const name = this.#isObject ? (propertiesOf(this.#schema).get(key) ?? unescapeName(key)) : key;
    return name === undefined ? undefined : this.#member(name);
  }

  #memberSchema(name: string): StructuralSchema | undefined {
    const { properties, additionalProperties } = this.#schema;
    if (properties.size > 0) return properties.get(name);
    return additionalProperties === 'any' ? undefined : additionalProperties;
  }

  #member(name: string): Value | undefined {
    const value = ownValue(this.source, name);
    const schema = this.#memberSchema(name);
    // A null in an object means absent; in a map it is a value.
    if (value === undefined || schema === undefined || (value === null && this.#isObject)) return undefined;
    return schemaValue(value, schema);
  }

  override equals(other: CelMap, equal: Equal): boolean | undefined {
    if (!(other instanceof SchemaMap)) return undefined;
    return namesOf(this.source).every((name) => {
      if (this.#memberSchema(name) === undefined) return this.#isSame(other, name);
      const [one, another] = [this.#member(name), other.#member(name)];
      if (one === undefined || another === undefined) return one === another;
      return equal(one, another);
    });
  }

  /** Undescribed fields are compared as JSON. */
  #isSame(other: SchemaMap, name: string): boolean {
    const [one, another] = [ownValue(this.source, name), ownValue(other.source, name)];
    return another === undefined || (one !== undefined && deepEqual(one, another));
  }
}

function schemaList(list: JsonArray, schema: StructuralSchema): Value {
  const { items, listType, listMapKeys } = schema;
  if (items === undefined) return new CelError('invalid array type, expected Items with a non-empty Schema');
  if (listType === 'set') return new KeyedList(list, items, { ofItem: writeJson, ofValue: scalarKey });
  return listType === 'map' ? new KeyedList(list, items, mapKeys(listMapKeys)) : new SchemaList(list, items);
}

class SchemaList extends PlainList {
  readonly list: JsonArray;
  readonly items: StructuralSchema;

  constructor(list: JsonArray, items: StructuralSchema) {
    super();
    this.list = list;
    this.items = items;
  }

  get size(): number {
    return this.list.length;
  }

  get(index: number): Value {
    return schemaValue(this.list[index] ?? null, this.items);
  }
}

/** The identity of items of sets and maps. Undefined for a value that cannot be an item. */
interface Keys {
  readonly ofItem: (item: JsonValue) => string;
  readonly ofValue: (value: Value) => string | undefined;
}

function mapKeys(names: readonly string[]): Keys {
  const ofItem = (item: JsonValue): string => listMapKey(item, names);
  return { ofItem, ofValue: (value) => (value instanceof SchemaMap ? ofItem(value.source) : undefined) };
}

function scalarKey(value: Value): string | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return writeJson(value);
  return typeof value === 'bigint' ? String(value) : undefined;
}

/** A `set` or `map` list: comparison ignores the order, and concatenation merges. */
class KeyedList extends SchemaList {
  readonly #keys: Keys;

  constructor(list: JsonArray, items: StructuralSchema, keys: Keys) {
    super(list, items);
    this.#keys = keys;
  }

  override equals(other: List, equal: Equal): boolean | undefined {
    const byKey = new Map(this.list.map((item) => [this.#keys.ofItem(item), item]));
    for (let index = 0; index < other.size; index += 1) {
      const value = other.get(index);
      const own = byKey.get(this.#keyAt(other, index, value) ?? '');
      if (own === undefined || !equal(schemaValue(own, this.items), value)) return false;
    }
    return true;
  }

  override concat(other: List): List {
    if (other instanceof SchemaList) {
      const merged = new Map([...this.list, ...other.list].map((item) => [this.#keys.ofItem(item), item]));
      return new KeyedList([...merged.values()], this.items, this.#keys);
    }
    const merged = new Map<string, Value>();
    for (const [index, item] of this.list.entries()) merged.set(this.#keys.ofItem(item), this.get(index));
    let others = 0;
    for (const value of other) merged.set(this.#keys.ofValue(value) ?? `other ${(others += 1)}`, value);
    return new ArrayList([...merged.values()]);
  }

  #keyAt(other: List, index: number, value: Value): string | undefined {
    return other instanceof SchemaList ? this.#keys.ofItem(other.list[index] ?? null) : this.#keys.ofValue(value);
  }
}
