import { Buffer } from 'node:buffer';
import { isObject, type JsonArray, type JsonValue } from '../json/value.js';
import { parseQuantity, QuantityError, quantityText } from '../quantity/quantity.js';
import { Base64Error, canonicalBase64 } from './base64.js';
import { Mismatch, wrongNumber, wrongType } from './decode-error.js';
import type { ChoiceSchema, IntegerSchema, ListSchema, MapSchema, Schema, StructSchema } from './schema.js';
import { canonicalTime, TimeError } from './time.js';

export type ScalarSchema = Exclude<Schema, StructSchema | ChoiceSchema | ListSchema | MapSchema>;

/** The normalised form of a non-null value. Undefined for the zero time. Throws Mismatch. */
export type DecodeScalar = (value: JsonValue, around: Around) => JsonValue | undefined;

export interface Around {
  /** Number of objects and lists around the value. */
  readonly depth: number;
}

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

export function scalarDecoder(schema: ScalarSchema): DecodeScalar {
  switch (schema.type) {
    case 'string':
      return (value) => {
        if (typeof value !== 'string') throw wrongType(value, schema);
        return value;
      };
    case 'boolean':
      return (value) => {
        if (typeof value !== 'boolean') throw wrongType(value, schema);
        return value;
      };
    case 'integer':
      return schema.format === 'int32' ? (value) => int32(value, schema) : (value) => int64(value, schema);
    case 'number':
      return (value) => {
        if (typeof value === 'bigint') return Number(value);
        if (typeof value !== 'number') throw wrongType(value, schema);
        return value;
      };
    case 'bytes':
      return (value) => {
        if (Array.isArray(value)) return base64Of(value);
        if (typeof value !== 'string') throw wrongType(value, schema);
        return inGoWords(() => canonicalBase64(value));
      };
    case 'time':
      return (value) => {
        if (typeof value !== 'string') throw wrongType(value, schema);
        return inGoWords(() => canonicalTime(value, schema.micro));
      };
    case 'quantity':
      return (value) =>
        quantity(typeof value === 'number' || typeof value === 'bigint' ? String(value) : value, schema);
    case 'intOrString':
      return (value) => (typeof value === 'string' ? value : int32(value, schema));
    case 'any':
      break;
  }
  return (value, { depth }) => {
    if (schema.encoding === 'fieldsV1' && !isObject(value)) throw wrongType(value, schema);
    if (!fitsIn(value, MAX_DEPTHS[schema.encoding] - depth)) throw new Mismatch('exceeded max depth');
    return value;
  };
}

/**
 * Maximum nesting of untyped JSON, including its ancestors. A patch can nest it deeper than a parsed document.
 * managedFields nest deeper than the value, and the object must still be parseable inside a list or a table row.
 */
const MAX_DEPTHS = { rawExtension: 900, fieldsV1: 950, json: 900 } as const;

function fitsIn(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => fitsIn(inner, levels - 1));
}

const ZEROS: Readonly<Record<ScalarSchema['type'], JsonValue>> = {
  string: '',
  bytes: '',
  boolean: false,
  integer: 0,
  number: 0,
  intOrString: 0,
  quantity: '0',
  time: null,
  any: null,
};

/** The value for a null in a list or map. */
export function zeroScalar(schema: ScalarSchema): JsonValue {
  return ZEROS[schema.type];
}

/** Go also decodes bytes from a list of numbers, in which null is zero. */
function base64Of(list: JsonArray): string {
  const bytes = list.map((item, index) => {
    if (item === null) return 0;
    const isNumber = typeof item === 'number' || typeof item === 'bigint';
    if (typeof item === 'number' && item === (item & 0xff)) return item;
    throw (isNumber ? wrongNumber(item, 'uint8') : wrongType(item, 'uint8')).inside(index);
  });
  return Buffer.from(bytes).toString('base64');
}

function int32(value: JsonValue, schema: Schema): number {
  if (typeof value === 'number') {
    if (value === (value | 0)) return value | 0;
    throw wrongNumber(value, 'int32');
  }
  throw typeof value === 'bigint' ? wrongNumber(value, 'int32') : wrongType(value, schema);
}

function int64(value: JsonValue, schema: IntegerSchema): number | bigint {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return value + 0;
    throw wrongNumber(value, 'int64');
  }
  if (typeof value !== 'bigint') throw wrongType(value, schema);
  if (value < INT64_MIN || value > INT64_MAX) throw wrongNumber(value, 'int64');
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function quantity(value: JsonValue, schema: Schema): string {
  if (typeof value !== 'string') throw wrongType(value, schema);
  return inGoWords(() => quantityText(parseQuantity(value.trim())));
}

function inGoWords<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    const known = error instanceof Base64Error || error instanceof TimeError || error instanceof QuantityError;
    throw known ? new Mismatch(error.message) : error;
  }
}
