import type protobuf from 'protobufjs/minimal.js';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';

export type Writer = protobuf.Writer;

/** Writes a value as the field of that number. */
export type Encode = (writer: Writer, number: number, value: JsonValue) => void;

/** A message whose members stand in a JSON object; `extensions` is the number of its `vendor_extension`. */
export interface Message {
  readonly fields: Readonly<Record<string, readonly [number: number, encode: Encode]>>;
  readonly extensions?: number;
}

const VARINT = 0;
const FIXED64 = 1;
export const DELIMITED = 2;

export const text: Encode = (writer, number, value) => {
  if (typeof value !== 'string') throw new Error(`OpenAPI 2.0 wants a text here, not ${writeJson(value)}`);
  writer.uint32(tag(number, DELIMITED)).string(value);
};
/** False is left out, as everywhere in proto3. */
export const bool: Encode = (writer, number, value) => {
  if (value === true) writer.uint32(tag(number, VARINT)).bool(true);
};
/** For a `oneof`, where false must be told from nothing. */
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

/** A value that gnostic leaves alone, as YAML text; JSON is YAML. */
export const any: Encode = within(2, (writer, number, value) => text(writer, number, writeJson(value)));

/** One field inside a message that has no other. */
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

/** `describe` is a function, as messages contain one another. */
export function message(describe: () => Message): Encode {
  return (writer, number, value) => {
    writer.uint32(tag(number, DELIMITED)).fork();
    writeFields(writer, describe(), expectObject(value));
    writer.ldelim();
  };
}

const extension = named(any);

/** Writes the members of an object; throws at one that the message does not have. */
export function writeFields(writer: Writer, { fields, extensions }: Message, object: JsonObject): void {
  for (const [name, value] of Object.entries(object)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field !== undefined) field[1](writer, field[0], value);
    else if (extensions !== undefined && name.startsWith('x-')) extension(writer, extensions, { [name]: value });
    else throw new Error(`OpenAPI 2.0 in protobuf has no place for ${JSON.stringify(name)}`);
  }
}

export function expectObject(value: JsonValue): JsonObject {
  if (isObject(value)) return value;
  throw new Error(`OpenAPI 2.0 wants an object here, not ${writeJson(value)}`);
}
