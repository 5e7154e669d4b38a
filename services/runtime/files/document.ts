import { parseJson, type ParsedJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder, DecodeError } from '@pilothouse/apimachinery/schema/decode.js';
import type { Field, ListSchema, MapSchema, Schema, StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { compileValidator } from '@pilothouse/apimachinery/schema/validate.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { fieldErrorText, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';

export interface DocumentOptions<T extends JsonObject> {
  /** The schema of a document of type `T`. */
  readonly schema: StructSchema;
  /** Validation beyond the schema. */
  readonly check: (document: T) => readonly FieldError[];
  /** The parser; JSON when absent. */
  readonly parse?: (text: string) => ParsedJson;
}

/**
 * Creates a reader of a configuration file; `path` is for error messages. It throws an Error with one line for each
 * invalid field. Unknown and duplicate fields are errors.
 */
export function documentReader<T extends JsonObject>(options: DocumentOptions<T>): (text: string, path: string) => T {
  const { parse = parseJson } = options;
  const read = valueReader(options);
  return (text, path) => {
    let parsed: ParsedJson;
    try {
      parsed = parse(text);
    } catch (error) {
      throw new Error(`${path}: ${errorMessage(error)}`, { cause: error });
    }
    return read(parsed, path);
  };
}

/** The same for the parsed content of a file, or for a part of it. */
export function valueReader<T extends JsonObject>(
  options: Omit<DocumentOptions<T>, 'parse'>,
): (parsed: ParsedJson, path: string) => T {
  const { schema, check } = options;
  const decode = compileDecoder(schema);
  const validate = compileValidator(schema);
  return ({ value, duplicates }, path) => {
    const fail = (...faults: readonly string[]): never => {
      throw new Error(faults.map((fault) => `${path}: ${fault}`).join('\n'));
    };
    if (!isObject(value)) return fail('the file does not hold an object');
    try {
      const decoded = decode(value);
      const faults = [
        ...duplicates.map((field) => `${field}: Duplicate field`),
        ...decoded.unknown.map((field) => `${field}: Unknown field`),
        ...validate(decoded.value).map(fieldErrorText),
      ];
      if (faults.length > 0) return fail(...faults);
      const document = decoded.value as T;
      const errors = check(document);
      return errors.length > 0 ? fail(...errors.map(fieldErrorText)) : document;
    } catch (error) {
      if (error instanceof DecodeError) return fail(`${error.path}: ${error.message}`);
      throw error;
    }
  };
}

export const struct = (name: string, fields: readonly Field[]): StructSchema => ({
  type: 'struct',
  name,
  description: '',
  fields,
  atomic: false,
});

/** A field of a configuration file. An omitted optional field is absent. */
export const field = (name: string, schema: Schema, is: 'required' | 'optional'): Field => ({
  name,
  number: 0,
  description: '',
  schema: () => schema,
  presence: is === 'required' ? 'explicit' : 'implicit',
  required: is === 'required',
  immutable: false,
});

export const listOf = (items: Schema): ListSchema => ({
  type: 'list',
  items: () => items,
  listType: 'atomic',
  keys: [],
});

export const mapOf = (values: Schema): MapSchema => ({ type: 'map', values: () => values, atomic: false });
