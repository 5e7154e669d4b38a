import type {
  AnySchema,
  BooleanSchema,
  BytesSchema,
  Field,
  IntegerSchema,
  IntOrStringSchema,
  NumberSchema,
  QuantitySchema,
  StringSchema,
  TimeSchema,
} from './schema.js';

/** A 64-bit integer: a bigint beyond the range of a double. */
export type Int64 = number | bigint;

export const text: StringSchema = { type: 'string' };
export const boolean: BooleanSchema = { type: 'boolean' };
export const int32: IntegerSchema = { type: 'integer', format: 'int32' };
export const int64: IntegerSchema = { type: 'integer', format: 'int64' };
export const double: NumberSchema = { type: 'number' };
export const bytes: BytesSchema = { type: 'bytes' };
export const time: TimeSchema = { type: 'time', micro: false };
export const microTime: TimeSchema = { type: 'time', micro: true };
export const quantity: QuantitySchema = { type: 'quantity' };
export const intOrString: IntOrStringSchema = { type: 'intOrString' };
export const rawExtension: AnySchema = { type: 'any', encoding: 'rawExtension' };
export const fieldsV1: AnySchema = { type: 'any', encoding: 'fieldsV1' };
export const json: AnySchema = { type: 'any', encoding: 'json' };

/** The first field of every kind. */
export const kindField: Field = {
  name: 'kind',
  number: 0,
  description: 'Name of the type of the object. It cannot be changed.',
  schema: () => text,
  presence: 'implicit',
  required: false,
  immutable: false,
};

/** The second field of every kind. */
export const apiVersionField: Field = {
  name: 'apiVersion',
  number: 0,
  description: 'APIVersion defines the group and version of the type of the object, such as `apps/v1`.',
  schema: () => text,
  presence: 'implicit',
  required: false,
  immutable: false,
};
