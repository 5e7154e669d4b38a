import type protobuf from 'protobufjs/minimal.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';

export type Writer = protobuf.Writer;

/** Writes a value as the field of that number. */
export type Encode = (writer: Writer, number: number, value: JsonValue) => void;

/** A message whose members are in a JSON object; `extensions` is the number of its `vendor_extension`. */
export interface Message {
  readonly fields: Readonly<Record<string, readonly [number: number, encode: Encode]>>;
  readonly extensions?: number;
}

const VARINT = 0;
const FIXED64 = 1;
export const DELIMITED = 2;

export const text: Encode = (writer, number, value) => {
  if (typeof value !== 'string') throw new Error(`OpenAPI 2.0 requires a text, got ${writeJson(value)}`);
  writer.uint32(tag(number, DELIMITED)).string(value);
};
/** False is omitted, as in proto3. */
export const bool: Encode = (writer, number, value) => {
  if (value === true) writer.uint32(tag(number, VARINT)).bool(true);
};
/** For a `oneof`, where false differs from absent. */
export const givenBool: Encode = (writer, number, value) => {
  writer.uint32(tag(number, VARINT)).bool(value === true);
};
export const int64: Encode = (writer, number, value) => {
  writer.uint32(tag(number, VARINT)).int64(Number(value));
};
export const double: Encode = (writer, number, value) => {
  writer.uint32(tag(number, FIXED64)).double(Number(value));
};

export function tag(number: number, wireType: number): number {
  return (number << 3) | wireType;
}

/** A value that gnostic does not interpret, as YAML text (JSON is YAML). */
export const any: Encode = within(2, (writer, number, value) => text(writer, number, writeJson(value)));

/** A field inside a message without other fields. */
export function within(inner: number, encode: Encode): Encode {
  return (writer, number, value) => {
    writer.uint32(tag(number, DELIMITED)).fork();
    encode(writer, inner, value);
    writer.ldelim();
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
      writer.uint32(tag(number, DELIMITED)).fork();
      text(writer, 1, name);
      encode(writer, 2, member);
      writer.ldelim();
    }
  };
}

/** `describe` is a function, because messages are recursive. */
export function message(describe: () => Message): Encode {
  return (writer, number, value) => {
    writer.uint32(tag(number, DELIMITED)).fork();
    writeFields(writer, describe(), expectObject(value));
    writer.ldelim();
  };
}

const extension = named(any);

/** Writes the members of an object; throws for an unknown member. */
export function writeFields(writer: Writer, { fields, extensions }: Message, object: JsonObject): void {
  for (const [name, value] of Object.entries(object)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field !== undefined) field[1](writer, field[0], value);
    else if (extensions !== undefined && name.startsWith('x-')) extension(writer, extensions, { [name]: value });
    else throw new Error(`OpenAPI 2.0 in protobuf does not support ${JSON.stringify(name)}`);
  }
}

export function expectObject(value: JsonValue): JsonObject {
  if (isObject(value)) return value;
  throw new Error(`OpenAPI 2.0 requires an object, got ${writeJson(value)}`);
}
