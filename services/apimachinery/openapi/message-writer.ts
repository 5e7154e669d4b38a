import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { tagOf, WIRE } from '../protobuf/wire.js';
import type { ProtobufWriter } from '../protobuf/writer.js';

/** Writes a value as the field of that number. */
export type Encode = (writer: ProtobufWriter, number: number, value: JsonValue) => void;

type FieldOf = readonly [number: number, encode: Encode];

/** A message whose members are in a JSON object; `extensions` is the number of its `vendor_extension`. */
export interface Message {
  readonly fields: Readonly<Record<string, FieldOf>>;
  readonly extensions?: number;
  /** Members with any other name, with their name; omitted when absent. */
  readonly others?: FieldOf;
}

export const text: Encode = (writer, number, value) => {
  if (typeof value !== 'string') throw new Error(`OpenAPI 2.0 requires a text, got ${writeJson(value)}`);
  writer.uint32(tagOf(number, WIRE.bytes));
  writer.string(value);
};
/** False is omitted, as in proto3. */
export const bool: Encode = (writer, number, value) => {
  if (value === true) givenBool(writer, number, value);
};
/** For a `oneof`, where false differs from absent. */
export const givenBool: Encode = (writer, number, value) => {
  writer.uint32(tagOf(number, WIRE.varint));
  writer.boolean(value === true);
};
export const int64: Encode = (writer, number, value) => {
  writer.uint32(tagOf(number, WIRE.varint));
  writer.int64(Number(value));
};
export const double: Encode = (writer, number, value) => {
  writer.uint32(tagOf(number, WIRE.fixed64));
  writer.double(Number(value));
};

/** A value that gnostic does not interpret, as YAML text (JSON is YAML). */
export const any: Encode = within(2, (writer, number, value) => text(writer, number, writeJson(value)));

function beginMessage(writer: ProtobufWriter, number: number): number {
  writer.uint32(tagOf(number, WIRE.bytes));
  return writer.begin();
}

/** A field inside a message without other fields. */
export function within(inner: number, encode: Encode): Encode {
  return (writer, number, value) => {
    const start = beginMessage(writer, number);
    encode(writer, inner, value);
    writer.end(start);
  };
}

export function repeated(encode: Encode): Encode {
  return (writer, number, value) => {
    for (const item of Array.isArray(value) ? value : [value]) encode(writer, number, item);
  };
}

/** An object as a list of messages with a name (1) and a value (2). */
export function named(encode: Encode): Encode {
  return (writer, number, value) => {
    for (const [name, member] of Object.entries(expectObject(value))) {
      const start = beginMessage(writer, number);
      text(writer, 1, name);
      encode(writer, 2, member);
      writer.end(start);
    }
  };
}

/** `describe` is a function, because messages are recursive. */
export function message(describe: () => Message): Encode {
  return (writer, number, value) => {
    const start = beginMessage(writer, number);
    writeFields(writer, describe(), expectObject(value));
    writer.end(start);
  };
}

const extension = named(any);

/** Writes the members of an object. */
export function writeFields(writer: ProtobufWriter, { fields, extensions, others }: Message, object: JsonObject): void {
  for (const name of Object.keys(object)) {
    const value = object[name] ?? null;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field !== undefined) field[1](writer, field[0], value);
    else if (name.startsWith('x-')) {
      if (extensions !== undefined) extension(writer, extensions, { [name]: value });
    } else if (others !== undefined) named(others[1])(writer, others[0], { [name]: value });
  }
}

export function expectObject(value: JsonValue): JsonObject {
  if (isObject(value)) return value;
  throw new Error(`OpenAPI 2.0 requires an object, got ${writeJson(value)}`);
}
