import { Buffer } from 'node:buffer';
import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import type { ChoiceSchema, Field, ListSchema, MapSchema, Schema, StructSchema } from '../schema/schema.js';
import { secondsOfTime } from '../schema/time.js';
import { ProtobufError } from './error.js';
import { fieldGroups, type FieldGroup } from './field-groups.js';
import { tagOf, WIRE } from './wire.js';
import { ProtobufWriter } from './writer.js';

/**
 * Compiles an encoder of decoded values to protobuf, compatible with Kubernetes' types. `kind` and `apiVersion` are
 * omitted, because they are in the envelope. Throws ProtobufError for a value of the wrong type.
 */
export function compileProtobufEncoder(schema: StructSchema): (value: JsonObject) => Uint8Array {
  const encode = structEncoder(schema, new Map());
  return (value) => {
    const writer = new ProtobufWriter();
    encode(writer, value);
    return writer.finish();
  };
}

/** Writes a value without its tag, and without a length for a message. */
type Encode = (writer: ProtobufWriter, value: JsonValue) => void;

/** Writes a field with its tag. */
type EncodeField = (writer: ProtobufWriter, value: JsonValue) => void;

type Compiled = Map<StructSchema, Encode>;

function structEncoder(schema: StructSchema, compiled: Compiled): Encode {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  let parts: readonly EncodePart[] | undefined;
  const encode: Encode = (writer, value) => {
    if (!isObject(value)) throw notOfType(schema);
    parts ??= partsOf(fieldGroups(schema.fields), compiled);
    for (const part of parts) part(writer, value);
  };
  compiled.set(schema, encode);
  return encode;
}

/** Writes an object's value of a field, or of the fields inside one message. */
type EncodePart = (writer: ProtobufWriter, object: JsonObject) => void;

function partsOf(groups: readonly FieldGroup[], compiled: Compiled): readonly EncodePart[] {
  return groups.map((group) =>
    'field' in group ? fieldPart(group.field, compiled) : messagePart(group.number, partsOf(group.groups, compiled)),
  );
}

function fieldPart({ name, number, schema }: Field, compiled: Compiled): EncodePart {
  const encode = fieldEncoder(schema(), number, compiled);
  return (writer, object) => {
    const member = object[name];
    if (member !== undefined && member !== null) encode(writer, member);
  };
}

/** Writes the message even when it is empty, as Go does. */
function messagePart(number: number, parts: readonly EncodePart[]): EncodePart {
  const tag = tagOf(number, WIRE.bytes);
  return (writer, object) => {
    writer.uint32(tag);
    const start = writer.begin();
    for (const part of parts) part(writer, object);
    writer.end(start);
  };
}

function fieldEncoder(schema: Schema, number: number, compiled: Compiled): EncodeField {
  if (schema.type === 'list' && !schema.wrapped) return listEncoder(schema, number, compiled);
  if (schema.type === 'map') return mapEncoder(schema, number, compiled);
  const encode = valueEncoder(schema, compiled);
  const tag = tagOf(number, wireOf(schema));
  if (!isMessage(schema)) {
    return (writer, value) => {
      writer.uint32(tag);
      encode(writer, value);
    };
  }
  return (writer, value) => {
    writer.uint32(tag);
    const start = writer.begin();
    encode(writer, value);
    writer.end(start);
  };
}

function listEncoder(schema: ListSchema, number: number, compiled: Compiled): EncodeField {
  const encode = fieldEncoder(schema.items(), number, compiled);
  return (writer, value) => {
    if (!Array.isArray(value)) throw notOfType(schema);
    for (const item of value) encode(writer, item);
  };
}

function mapEncoder(schema: MapSchema, number: number, compiled: Compiled): EncodeField {
  const encode = fieldEncoder(schema.values(), 2, compiled);
  const tag = tagOf(number, WIRE.bytes);
  const keyTag = tagOf(1, WIRE.bytes);
  return (writer, value) => {
    if (!isObject(value)) throw notOfType(schema);
    for (const key of Object.keys(value)) {
      writer.uint32(tag);
      const start = writer.begin();
      writer.uint32(keyTag);
      writer.string(key);
      encode(writer, value[key] as JsonValue);
      writer.end(start);
    }
  };
}

/** Whether values of the type are length-delimited like messages. */
export function isMessage({ type }: Schema): boolean {
  return type !== 'string' && type !== 'bytes' && type !== 'boolean' && type !== 'integer' && type !== 'number';
}

/** The wire type of the type. */
export function wireOf({ type }: Schema): number {
  if (type === 'boolean' || type === 'integer') return WIRE.varint;
  return type === 'number' ? WIRE.fixed64 : WIRE.bytes;
}

function valueEncoder(schema: Schema, compiled: Compiled): Encode {
  switch (schema.type) {
    case 'struct':
      return structEncoder(schema, compiled);
    case 'list':
      return listEncoder({ ...schema, wrapped: false }, 1, compiled);
    case 'choice':
      return choiceEncoder(schema, compiled);
    case 'map':
      throw new ProtobufError('a map has no place in a list or a map');
    case 'string':
      return (writer, value) => writer.string(textOf(value, schema));
    case 'bytes':
      return (writer, value) => writer.bytes(Buffer.from(textOf(value, schema), 'base64'));
    case 'boolean':
      return (writer, value) => writer.boolean(value === true);
    case 'integer':
      return (writer, value) => writer.int64(integerOf(value, schema));
    case 'number':
      return (writer, value) => writer.double(Number(integerOf(value, schema)));
    case 'time':
      return (writer, value) => writeTime(writer, textOf(value, schema));
    case 'quantity':
      return (writer, value) => writeText(writer, 1, textOf(value, schema));
    case 'intOrString':
      return writeIntOrString;
    case 'any':
      break;
  }
  const { encoding } = schema;
  return (writer, value) => {
    if (value !== null || encoding !== 'json') writeText(writer, 1, writeJson(value));
  };
}

/** Writes the alternative of the value, and before a struct the boolean, as Go does. Null is an empty message. */
function choiceEncoder({ alternatives }: ChoiceSchema, compiled: Compiled): Encode {
  const parts = alternatives.map(({ number, schema }) => {
    const type = schema();
    return { type: type.type, encode: fieldEncoder(type, number, compiled) };
  });
  return (writer, value) => {
    const chosen = alternativeOf(value);
    for (const { type, encode } of parts) {
      if (type === chosen) encode(writer, value);
      else if (type === 'boolean' && chosen === 'struct') encode(writer, true);
    }
  };
}

/** The type of the value's alternative. */
function alternativeOf(value: JsonValue): 'struct' | 'list' | 'boolean' | undefined {
  if (Array.isArray(value)) return 'list';
  if (isObject(value)) return 'struct';
  return typeof value === 'boolean' ? 'boolean' : undefined;
}

function writeTime(writer: ProtobufWriter, text: string): void {
  const { seconds, micros } = secondsOfTime(text);
  writer.uint32(tagOf(1, WIRE.varint));
  writer.int64(seconds);
  writer.uint32(tagOf(2, WIRE.varint));
  writer.int64(micros * 1000);
}

function writeIntOrString(writer: ProtobufWriter, value: JsonValue): void {
  const isText = typeof value === 'string';
  writer.uint32(tagOf(1, WIRE.varint));
  writer.int64(isText ? 1 : 0);
  writer.uint32(tagOf(2, WIRE.varint));
  writer.int64(typeof value === 'number' ? value : 0);
  writeText(writer, 3, isText ? value : '');
}

function writeText(writer: ProtobufWriter, number: number, text: string): void {
  writer.uint32(tagOf(number, WIRE.bytes));
  writer.string(text);
}

function textOf(value: JsonValue, schema: Schema): string {
  if (typeof value !== 'string') throw notOfType(schema);
  return value;
}

function integerOf(value: JsonValue, schema: Schema): number | bigint {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw notOfType(schema);
  return value;
}

function notOfType(schema: Schema): ProtobufError {
  const name = schema.type === 'struct' ? schema.name : schema.type;
  return new ProtobufError(`a value is not of its type ${name}`);
}
