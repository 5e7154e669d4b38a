import { Buffer } from 'node:buffer';
import { parseJson } from '../json/parse.js';
import { writeJson } from '../json/write.js';
import type { ChoiceSchema, ListSchema, MapSchema, Schema, StructSchema } from '../schema/schema.js';
import { isMessage, wireOf } from './encode.js';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  UnforeseenJsonError,
  type JsonText,
} from './json-text.js';
import { tagOf, WIRE } from './wire.js';
import type { ProtobufWriter } from './writer.js';

/** The state of a transcoding from JSON to protobuf. */
export interface Run {
  readonly text: JsonText;
  readonly writer: ProtobufWriter;
  /** Marks of all open structs: the rank of each written field, and its start. */
  readonly marks: number[];
  /** The number of valid marks; later ones belong to finished structs. */
  marked: number;
  /** The resourceVersion to insert into the metadata; undefined once inserted. */
  resourceVersion: string | undefined;
}

/** Reads a value and writes it. */
export type Write = (run: Run) => void;

/** Finds the writer of a struct, without its tag and length. */
export type StructWriters = (schema: StructSchema) => Write;

/** The writer of a field with its tag: like the encoder, but from JSON text. */
export function fieldWriter(schema: Schema, number: number, structs: StructWriters): Write {
  if (schema.type === 'list' && !schema.wrapped) return listWriter(schema, number, structs);
  if (schema.type === 'map') return mapWriter(schema, number, structs);
  const write = valueWriter(schema, structs);
  const tag = tagOf(number, wireOf(schema));
  if (!isMessage(schema)) {
    return (run) => {
      run.writer.uint32(tag);
      write(run);
    };
  }
  /** The size of the last length prefix in bytes. */
  let width = 1;
  return (run) => {
    const { writer } = run;
    writer.uint32(tag);
    const likely = width;
    const start = writer.begin(likely);
    write(run);
    width = writer.end(start, likely);
  };
}

function listWriter({ items }: ListSchema, number: number, structs: StructWriters): Write {
  const write = fieldWriter(items(), number, structs);
  return (run) => {
    const { text } = run;
    text.expect(OPEN_BRACKET);
    if (text.take(CLOSE_BRACKET)) return;
    do write(run);
    while (text.take(COMMA));
    text.expect(CLOSE_BRACKET);
  };
}

function mapWriter({ values }: MapSchema, number: number, structs: StructWriters): Write {
  const write = fieldWriter(values(), 2, structs);
  const tag = tagOf(number, WIRE.bytes);
  const keyTag = tagOf(1, WIRE.bytes);
  let width = 1;
  return (run) => {
    const { text, writer } = run;
    text.expect(OPEN_BRACE);
    if (text.take(CLOSE_BRACE)) return;
    do {
      writer.uint32(tag);
      const likely = width;
      const start = writer.begin(likely);
      writer.uint32(keyTag);
      text.writeString(writer);
      text.expect(COLON);
      write(run);
      width = writer.end(start, likely);
    } while (text.take(COMMA));
    text.expect(CLOSE_BRACE);
  };
}

function valueWriter(schema: Schema, structs: StructWriters): Write {
  switch (schema.type) {
    case 'struct':
      return structs(schema);
    case 'list':
      return listWriter({ ...schema, wrapped: false }, 1, structs);
    case 'choice':
      return choiceWriter(schema, structs);
    case 'map':
      throw new UnforeseenJsonError('a map has no place in a list or a map');
    case 'string':
      return ({ text, writer }) => text.writeString(writer);
    case 'bytes':
      return ({ text, writer }) => writer.bytes(Buffer.from(text.string(), 'base64'));
    case 'boolean':
      return ({ text, writer }) => writer.boolean(text.boolean());
    case 'integer':
      return ({ text, writer }) => writer.int64(text.integer());
    case 'number':
      return ({ text, writer }) => writer.double(text.number());
    case 'time':
      return writeTime;
    case 'quantity':
      return (run) => {
        run.writer.uint32(tagOf(1, WIRE.bytes));
        run.text.writeString(run.writer);
      };
    case 'intOrString':
      return writeIntOrString;
    case 'any':
      return schema.encoding === 'json' ? writeJsonMessage : writeAny;
  }
}

function writeTime({ text, writer }: Run): void {
  const { seconds, micros } = text.time();
  writer.uint32(tagOf(1, WIRE.varint));
  writer.int64(seconds);
  writer.uint32(tagOf(2, WIRE.varint));
  writer.int64(micros * 1000);
}

function writeIntOrString({ text, writer }: Run): void {
  const isText = text.peek() === QUOTE;
  writer.uint32(tagOf(1, WIRE.varint));
  writer.int64(isText ? 1 : 0);
  writer.uint32(tagOf(2, WIRE.varint));
  writer.int64(isText ? 0 : text.integer());
  writer.uint32(tagOf(3, WIRE.bytes));
  if (isText) text.writeString(writer);
  else writer.string('');
}

/** The next byte selects the alternative. */
function choiceWriter({ alternatives }: ChoiceSchema, structs: StructWriters): Write {
  let writers: ReadonlyMap<Schema['type'], Write> | undefined;
  const allowsTag = alternatives.find(({ schema }) => schema().type === 'boolean')?.number;
  return (run) => {
    writers ??= new Map(
      alternatives.map(({ number, schema }) => [schema().type, fieldWriter(schema(), number, structs)]),
    );
    const { text, writer } = run;
    if (text.takeNull()) return;
    const next = text.peek();
    const chosen = next === OPEN_BRACKET ? 'list' : next === OPEN_BRACE ? 'struct' : 'boolean';
    const write = writers.get(chosen);
    if (write === undefined) throw new UnforeseenJsonError('a value is no alternative of its type');
    if (chosen === 'struct' && allowsTag !== undefined) {
      writer.uint32(tagOf(allowsTag, WIRE.varint));
      writer.boolean(true);
    }
    write(run);
  };
}

/** A message with no bytes for null. */
function writeJsonMessage(run: Run): void {
  if (!run.text.takeNull()) writeAny(run);
}

/** Copies JSON unchanged. Only escapes could have another spelling. */
function writeAny({ text, writer }: Run): void {
  const start = text.at;
  const hasEscapes = text.skip();
  writer.uint32(tagOf(1, WIRE.bytes));
  if (hasEscapes) writer.string(writeJson(parseJson(text.bytes.subarray(start, text.at)).value));
  else writer.bytesOf(text.bytes, start, text.at);
}
