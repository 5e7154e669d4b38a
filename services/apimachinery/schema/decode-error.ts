import type { JsonValue } from '../json/value.js';
import type { Schema } from './schema.js';

/** JSON that does not fit the type. The message is in the words of Go's `encoding/json`, as clients know them. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
  constructor(
    /** Such as `metadata.labels` or `items[0].data[key]`. */
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}

/** What is wrong with a value, before it is known where the value stands. */
export class Mismatch extends Error {
  /** Where, seen from the value that is being decoded at present: `.name`, `[0]` or `[key]` one after another. */
  path = '';
  /** The innermost struct, and the names of fields on the way: Go tells no more. */
  struct = '';
  fields = '';
  /** `given` and `wanted` in Go's words, or a whole sentence as `message`. */
  constructor(
    message: string,
    readonly given?: string,
    readonly wanted?: string,
  ) {
    super(message);
  }

  /** Says that the value is the field `name` of a struct. */
  inField(struct: string, name: string): this {
    this.path = `.${name}${this.path}`;
    this.struct ||= struct;
    this.fields = this.fields === '' ? name : `${name}.${this.fields}`;
    return this;
  }

  /** Says that the value is an item of a list or a value of a map. */
  inside(key: string | number): this {
    this.path = `[${key}]${this.path}`;
    return this;
  }

  toDecodeError(): DecodeError {
    const path = this.path.startsWith('.') ? this.path.slice(1) : this.path;
    if (this.given === undefined) return new DecodeError(path, this.message);
    const where = this.struct === '' ? 'Go value' : `Go struct field ${this.struct}.${this.fields}`;
    return new DecodeError(path, `json: cannot unmarshal ${this.given} into ${where} of type ${this.wanted}`);
  }
}

/** A value of the wrong JSON type. The wanted one is that of a schema, or is given as Go names it. */
export function wrongType(value: JsonValue, wanted: Schema | string): Mismatch {
  return new Mismatch('', valueWord(value), typeof wanted === 'string' ? wanted : goType(wanted));
}

/** A number that its type cannot hold. */
export function wrongNumber(value: number | bigint, type: string): Mismatch {
  return new Mismatch('', `number ${value}`, type);
}

function valueWord(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  return typeof value === 'object' ? 'object' : 'number';
}

const GO_TYPES = {
  string: 'string',
  time: 'string',
  quantity: 'string',
  boolean: 'bool',
  number: 'float64',
  bytes: '[]uint8',
  intOrString: 'int32',
} as const;

const GO_ANY = { rawExtension: 'runtime.RawExtension', fieldsV1: 'v1.FieldsV1', json: 'v1.JSON' } as const;

/** The type that Go has for a Schema, as it names it in errors. */
function goType(schema: Schema): string {
  if (schema.type === 'integer') return schema.format;
  if (schema.type === 'any') return GO_ANY[schema.encoding];
  if (schema.type === 'struct' || schema.type === 'choice') return schema.name.split('.').slice(-2).join('.');
  if (schema.type === 'list') return `[]${goType(schema.items())}`;
  if (schema.type === 'map') return `map[string]${goType(schema.values())}`;
  return GO_TYPES[schema.type];
}
