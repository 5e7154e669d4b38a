import type { JsonValue } from '../json/value.js';
import type { Schema } from './schema.js';

/** JSON that does not fit the type, in the wording of Go's `encoding/json`. */
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

/** A decode error before its path is known. */
export class Mismatch extends Error {
  /** The path from the current value: `.name`, `[0]` or `[key]` in sequence. */
  path = '';
  /** The innermost struct, and the fields on the way: Go reports no more. */
  struct = '';
  fields = '';
  /** `given` and `wanted` in Go's words, or a complete sentence as `message`. */
  constructor(
    message: string,
    readonly given?: string,
    readonly wanted?: string,
  ) {
    super(message);
  }

  /** Prepends the struct field `name` to the path. */
  inField(struct: string, name: string): this {
    this.path = `.${name}${this.path}`;
    this.struct ||= struct;
    this.fields = this.fields === '' ? name : `${name}.${this.fields}`;
    return this;
  }

  /** Prepends a list index or map key to the path. */
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

/** A value of the wrong JSON type. The wanted type is a schema's, or named as in Go. */
export function wrongType(value: JsonValue, wanted: Schema | string): Mismatch {
  return new Mismatch('', valueWord(value), typeof wanted === 'string' ? wanted : goType(wanted));
}

/** A number out of range for its type. */
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

/** The Go type of a Schema, as in Go's errors. */
function goType(schema: Schema): string {
  if (schema.type === 'integer') return schema.format;
  if (schema.type === 'any') return GO_ANY[schema.encoding];
  if (schema.type === 'struct' || schema.type === 'choice') return schema.name.split('.').slice(-2).join('.');
  if (schema.type === 'list') return `[]${goType(schema.items())}`;
  if (schema.type === 'map') return `map[string]${goType(schema.values())}`;
  return GO_TYPES[schema.type];
}
