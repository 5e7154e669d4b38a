import { parseJson } from '../json/parse.js';
import { isObject, newObject, type JsonArray, type JsonObject, type JsonValue } from '../json/value.js';
import { zeroScalar } from '../schema/scalars.js';
import type { AnySchema, ChoiceSchema, Field, ListSchema, MapSchema, Schema, StructSchema } from '../schema/schema.js';
import { timeOfSeconds } from '../schema/time.js';
import { errorMessage } from '../status/error-message.js';
import { wireOf } from './encode.js';
import { ProtobufError } from './error.js';
import { fieldGroups, type FieldGroup } from './field-groups.js';
import { ProtobufReader } from './reader.js';
import { tagOf, WIRE } from './wire.js';

/**
 * Compiles a decoder of protobuf messages to JSON. The result is not normalised: it has neither defaults nor order, so
 * it passes through the JSON decoder next, like all external values. Unknown fields are skipped. Throws ProtobufError.
 */
export function compileProtobufDecoder(schema: StructSchema): (bytes: Uint8Array) => JsonObject {
  const decode = structDecoder(schema, new Map());
  return (bytes) => {
    const result = newObject();
    decode(new ProtobufReader(bytes), result);
    return result;
  };
}

/** Reads the fields of a message into `result`, merging with existing fields. */
type DecodeStruct = (reader: ProtobufReader, result: JsonObject) => void;

/** Reads a value that may follow an earlier one of the same field. */
type Decode = (reader: ProtobufReader, before: JsonValue | undefined) => JsonValue;

type Compiled = Map<StructSchema, DecodeStruct>;

/** Reads a field with the given wire type, whose tag was read, into its object. */
type ReadField = (reader: ProtobufReader, wire: number, result: JsonObject) => void;

interface FieldDecoder {
  readonly name: string;
  readonly wire: number;
  readonly decode: Decode;
  /** For lists of numbers, which may also be packed. */
  readonly packed: Decode | undefined;
}

function structDecoder(schema: StructSchema, compiled: Compiled): DecodeStruct {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  let fields: ReadonlyMap<number, ReadField> | undefined;
  const decode: DecodeStruct = (reader, result) =>
    readFields((fields ??= fieldReaders(fieldGroups(schema.fields), compiled)), reader, result);
  compiled.set(schema, decode);
  return decode;
}

function readFields(fields: ReadonlyMap<number, ReadField>, reader: ProtobufReader, result: JsonObject): void {
  while (reader.more()) {
    const tag = reader.tag();
    const read = fields.get(tag >>> 3);
    if (read === undefined) reader.skip(tag);
    else read(reader, tag & 7, result);
  }
}

/** By field number, and by the numbers of messages that wrap inlined fields. */
function fieldReaders(groups: readonly FieldGroup[], compiled: Compiled): ReadonlyMap<number, ReadField> {
  return new Map(
    groups.map((group) => [
      group.number,
      'field' in group ? ownReader(group.field, compiled) : inlinedReader(group.number, group.groups, compiled),
    ]),
  );
}

function ownReader({ name, schema }: Field, compiled: Compiled): ReadField {
  const field = fieldDecoder(name, schema(), compiled);
  return (reader, wire, result) => {
    result[name] = readField(field, wire, reader, result[name]);
  };
}

/** Reads a message whose fields belong to the object around it. */
function inlinedReader(number: number, groups: readonly FieldGroup[], compiled: Compiled): ReadField {
  const fields = fieldReaders(groups, compiled);
  return (reader, wire, result) => {
    if (wire !== WIRE.bytes) throw new ProtobufError(`proto: wrong wireType = ${wire} for field ${number}`);
    reader.message(() => readFields(fields, reader, result));
  };
}

function readField(
  { name, wire, decode, packed }: FieldDecoder,
  given: number,
  reader: ProtobufReader,
  before: JsonValue | undefined,
): JsonValue {
  if (given === wire) return decode(reader, before);
  if (given === WIRE.bytes && packed !== undefined) return packed(reader, before);
  throw new ProtobufError(`proto: wrong wireType = ${given} for field ${name}`);
}

function fieldDecoder(name: string, schema: Schema, compiled: Compiled): FieldDecoder {
  if (schema.type !== 'list' || schema.wrapped) {
    const decode = schema.type === 'map' ? mapDecoder(schema, compiled) : valueDecoder(schema, compiled);
    return { name, wire: wireOf(schema), decode, packed: undefined };
  }
  const wire = wireOf(schema.items());
  const decode = listDecoder(schema, compiled);
  return { name, wire, decode, packed: wire === WIRE.bytes ? undefined : packedDecoder(decode) };
}

function listDecoder(schema: ListSchema, compiled: Compiled): Decode {
  const decode = valueDecoder(schema.items(), compiled);
  return (reader, before) => {
    const list: JsonArray = Array.isArray(before) ? before : [];
    list.push(decode(reader, undefined));
    return list;
  };
}

function packedDecoder(decode: Decode): Decode {
  return (reader, before) => {
    let list: JsonValue = before ?? [];
    reader.message(() => {
      while (reader.more()) list = decode(reader, list);
    });
    return list;
  };
}

function mapDecoder(schema: MapSchema, compiled: Compiled): Decode {
  const values = schema.values();
  const field = fieldDecoder('value', values, compiled);
  const keyTag = tagOf(1, WIRE.bytes);
  const absent = absentValue(values);
  return (reader, before) => {
    const map = isObject(before) ? before : newObject();
    let key = '';
    let value: JsonValue | undefined;
    reader.message(() => {
      while (reader.more()) {
        const tag = reader.tag();
        if (tag === keyTag) key = reader.string();
        else if (tag >>> 3 === 2) value = readField(field, tag & 7, reader, value);
        else reader.skip(tag);
      }
    });
    map[key] = value ?? absent();
    return map;
  };
}

/** Creates the value of a map entry without one. */
function absentValue(schema: Schema): () => JsonValue {
  if (schema.type === 'struct' || schema.type === 'map') return newObject;
  if (schema.type === 'choice') return () => null;
  if (schema.type === 'list') return () => [];
  const zero = zeroScalar(schema);
  return () => zero;
}

function valueDecoder(schema: Schema, compiled: Compiled): Decode {
  switch (schema.type) {
    case 'struct':
      return messageDecoder(structDecoder(schema, compiled));
    case 'list':
      return wrappedDecoder(schema, compiled);
    case 'choice':
      return choiceDecoder(schema, compiled);
    case 'map':
      throw new ProtobufError('a map has no place in a list or a map');
    case 'string':
      return (reader) => reader.string();
    case 'bytes':
      return (reader) => reader.bytes().toString('base64');
    case 'boolean':
      return (reader) => reader.boolean();
    case 'integer':
      return schema.format === 'int32' ? (reader) => reader.int32() : (reader) => reader.int64();
    case 'number':
      return (reader) => reader.double();
    case 'time':
      return (reader) => readTime(reader, schema.micro);
    case 'quantity':
      return (reader) => readMembers(reader, { 1: 'string' }).get(1) ?? '0';
    case 'intOrString':
      return readIntOrString;
    case 'any':
      break;
  }
  return (reader) => readAny(reader, schema);
}

function messageDecoder(decode: DecodeStruct): Decode {
  return (reader, before) => {
    const result = isObject(before) ? before : newObject();
    reader.message(() => decode(reader, result));
    return result;
  };
}

function wrappedDecoder(schema: ListSchema, compiled: Compiled): Decode {
  const field = fieldDecoder('items', { ...schema, wrapped: false }, compiled);
  return (reader, before) => {
    let list: JsonValue = before ?? [];
    reader.message(() => {
      while (reader.more()) {
        const tag = reader.tag();
        if (tag >>> 3 === 1) list = readField(field, tag & 7, reader, list);
        else reader.skip(tag);
      }
    });
    return list;
  };
}

/** Of several alternatives, a list with items precedes a struct, and a struct precedes a boolean, as in Go. */
function choiceDecoder({ alternatives }: ChoiceSchema, compiled: Compiled): Decode {
  const fields = new Map<number, ReadField>();
  let absent: JsonValue = null;
  for (const { number, schema } of alternatives) {
    const type = schema();
    const field = fieldDecoder(type.type, type, compiled);
    fields.set(number, (reader, wire, result) => {
      result[type.type] = readField(field, wire, reader, result[type.type]);
    });
    if (type.type === 'boolean') absent = false;
  }
  return (reader) => {
    const found = newObject();
    reader.message(() => readFields(fields, reader, found));
    return found['list'] ?? found['struct'] ?? found['boolean'] ?? absent;
  };
}

type Primitive = 'int32' | 'int64' | 'string';

/** The fields of a small message, by number. */
function readMembers(
  reader: ProtobufReader,
  types: Readonly<Record<number, Primitive>>,
): ReadonlyMap<number, number | bigint | string> {
  const members = new Map<number, number | bigint | string>();
  reader.message(() => {
    while (reader.more()) {
      const tag = reader.tag();
      const number = tag >>> 3;
      const type = types[number];
      if (type === undefined) {
        reader.skip(tag);
        continue;
      }
      const wire = type === 'string' ? WIRE.bytes : WIRE.varint;
      if ((tag & 7) !== wire) throw new ProtobufError(`proto: wrong wireType = ${tag & 7} for field ${number}`);
      members.set(number, reader[type]());
    }
  });
  return members;
}

/** Null for a message without fields, which is Go's zero time. */
function readTime(reader: ProtobufReader, micro: boolean): JsonValue {
  const members = readMembers(reader, { 1: 'int64', 2: 'int32' });
  if (members.size === 0) return null;
  const micros = Math.trunc(Number(members.get(2) ?? 0) / 1000);
  if (micros < 0 || micros > 999_999) throw new ProtobufError('proto: a time has nanoseconds out of range');
  const text = timeOfSeconds(Number(members.get(1) ?? 0), micro ? micros : undefined);
  if (text === undefined) throw new ProtobufError('proto: a time has a year out of range');
  return text;
}

function readIntOrString(reader: ProtobufReader): JsonValue {
  const members = readMembers(reader, { 1: 'int64', 2: 'int32', 3: 'string' });
  return (members.get(1) ?? 0) === 1 ? (members.get(3) ?? '') : (members.get(2) ?? 0);
}

/** Null for no bytes. */
function readAny(reader: ProtobufReader, { encoding }: AnySchema): JsonValue {
  let raw: Uint8Array = new Uint8Array();
  reader.message(() => {
    while (reader.more()) {
      const tag = reader.tag();
      if (tag === tagOf(1, WIRE.bytes)) raw = reader.bytes();
      else reader.skip(tag);
    }
  });
  if (raw.length === 0) return null;
  try {
    return parseJson(raw).value;
  } catch (error) {
    const text = errorMessage(error);
    throw new ProtobufError(`proto: the bytes of a ${encoding} are not JSON: ${text}`, { cause: error });
  }
}
