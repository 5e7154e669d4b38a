import * as fc from 'fast-check';
import { newObject, type JsonObject, type JsonValue } from '../json/value.js';
import { compileDecoder } from '../schema/decode.js';
import type { IntegerSchema, Schema, StructSchema } from '../schema/schema.js';
import { timeOfSeconds } from '../schema/time.js';

/** Arbitrary values of a type, in normal form and without what protobuf leaves to the envelope. */
export function arbitraryOf(schema: StructSchema): fc.Arbitrary<JsonObject> {
  const decode = compileDecoder(schema, { defaults: false });
  return loose(schema, 0).map((value) => decode(value as JsonObject).value);
}

function loose(schema: Schema, depth: number): fc.Arbitrary<JsonValue> {
  switch (schema.type) {
    case 'string':
      return fc.string({ unit: 'binary' });
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return integer(schema);
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    case 'bytes':
      return fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64'));
    case 'time':
      return fc
        .tuple(fc.integer({ min: -62_135_596_799, max: 253_402_300_799 }), fc.nat(999_999))
        .map(([seconds, micros]) => timeOfSeconds(seconds, schema.micro ? micros : undefined) ?? '');
    case 'quantity':
      return fc.integer().map((value) => `${value}Mi`);
    case 'intOrString':
      return fc.oneof(fc.integer(), fc.string());
    case 'any':
      return fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string(), fc.constant(null))).map(bare);
    case 'struct':
      return struct(schema, depth);
    case 'list':
      return fc.array(loose(schema.items(), depth + 1), { maxLength: 3 });
    case 'map':
      break;
  }
  return fc.dictionary(fc.string(), loose(schema.values(), depth + 1), { maxKeys: 3 }).map(bare);
}

function integer({ format }: IntegerSchema): fc.Arbitrary<JsonValue> {
  return format === 'int32'
    ? fc.integer()
    : fc.oneof(fc.integer(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }));
}

function struct(schema: StructSchema, depth: number): fc.Arbitrary<JsonValue> {
  if (depth > 6) return fc.constant(null).map(newObject);
  const fields = schema.fields.filter((field) => field.number > 0);
  const members = fields.map((field) => fc.option(loose(field.schema(), depth + 1), { nil: undefined }));
  return fc.tuple(...members).map((values) => {
    const result = newObject();
    for (const [index, value] of values.entries()) {
      const name = fields[index]?.name;
      if (value !== undefined && name !== undefined) result[name] = value;
    }
    return result;
  });
}

function bare(members: Record<string, JsonValue>): JsonObject {
  const result = newObject();
  for (const [key, value] of Object.entries(members)) result[key] = value;
  return result;
}
