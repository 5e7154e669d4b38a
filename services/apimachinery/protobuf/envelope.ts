import { Buffer } from 'node:buffer';
import { ProtobufError } from './error.js';
import { ProtobufReader } from './reader.js';
import { tagOf, WIRE } from './wire.js';
import { ProtobufWriter } from './writer.js';

/** The prefix of every protobuf body: `k8s` and NUL. */
const PREFIX = Buffer.from([0x6b, 0x38, 0x73, 0x00]);

/** An encoded object with its type (`runtime.Unknown`). Absent fields are empty. */
export interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  /** A view of the input when decoded. */
  readonly raw: Uint8Array;
  /** The compression of `raw`. */
  readonly contentEncoding: string;
  /** The media type of `raw`; empty for protobuf. */
  readonly contentType: string;
}

/** Whether the bytes have the prefix of a protobuf body. */
export function isEnvelope(bytes: Uint8Array): boolean {
  return PREFIX.equals(bytes.subarray(0, PREFIX.length));
}

/** Throws ProtobufError. */
export function decodeEnvelope(bytes: Uint8Array): Envelope {
  if (bytes.length === 0) throw new ProtobufError('empty data');
  if (!isEnvelope(bytes)) {
    throw new ProtobufError(
      `provided data does not appear to be a protobuf message, expected prefix [${[...PREFIX].join(' ')}]`,
    );
  }
  if (bytes.length === PREFIX.length) throw new ProtobufError('empty body');
  const reader = new ProtobufReader(bytes.subarray(PREFIX.length));
  const type = { apiVersion: '', kind: '' };
  const rest: { raw: Uint8Array; contentEncoding: string; contentType: string } = {
    raw: new Uint8Array(),
    contentEncoding: '',
    contentType: '',
  };
  while (reader.more()) {
    const tag = reader.tag();
    if (tag === tagOf(1, WIRE.bytes)) reader.message(() => readType(reader, type));
    else if (tag === tagOf(2, WIRE.bytes)) rest.raw = reader.bytes();
    else if (tag === tagOf(3, WIRE.bytes)) rest.contentEncoding = reader.string();
    else if (tag === tagOf(4, WIRE.bytes)) rest.contentType = reader.string();
    else reader.skip(tag);
  }
  return { ...type, ...rest };
}

function readType(reader: ProtobufReader, type: { apiVersion: string; kind: string }): void {
  while (reader.more()) {
    const tag = reader.tag();
    if (tag === tagOf(1, WIRE.bytes)) type.apiVersion = reader.string();
    else if (tag === tagOf(2, WIRE.bytes)) type.kind = reader.string();
    else reader.skip(tag);
  }
}

/** Encodes a protobuf body: the prefix, and the object with its type. */
export function encodeEnvelope(
  envelope: Pick<Envelope, 'apiVersion' | 'kind' | 'raw'> & Partial<Envelope>,
): Uint8Array {
  const { before, after } = envelopeAround(envelope, envelope.raw.byteLength);
  return Buffer.concat([before, envelope.raw, after]);
}

/** The bytes before and after an encoded object of this size in a protobuf body. */
export function envelopeAround(
  envelope: Pick<Envelope, 'apiVersion' | 'kind'> & Partial<Envelope>,
  length: number,
): { readonly before: Uint8Array; readonly after: Uint8Array } {
  const before = new ProtobufWriter();
  before.uint32(tagOf(1, WIRE.bytes));
  const start = before.begin();
  writeText(before, 1, envelope.apiVersion);
  writeText(before, 2, envelope.kind);
  before.end(start);
  before.uint32(tagOf(2, WIRE.bytes));
  before.uint32(length);
  const after = new ProtobufWriter();
  writeText(after, 3, envelope.contentEncoding ?? '');
  writeText(after, 4, envelope.contentType ?? '');
  return { before: Buffer.concat([PREFIX, before.finish()]), after: after.finish() };
}

/**
 * One watch event in protobuf. Its object is a whole body with an envelope; the event has none. The caller writes the
 * length of each event in front, as four bytes in big-endian order.
 */
export function encodeWatchEvent(type: string, object: Uint8Array): Uint8Array {
  return Buffer.concat([watchEventHead(type, object.byteLength), object]);
}

/** The bytes before an object of this size, with its envelope, in a watch event. */
export function watchEventHead(type: string, length: number): Uint8Array {
  const object = new ProtobufWriter();
  object.uint32(tagOf(1, WIRE.bytes));
  object.uint32(length);
  const writer = new ProtobufWriter();
  writeText(writer, 1, type);
  writer.uint32(tagOf(2, WIRE.bytes));
  writer.uint32(object.position + length);
  return Buffer.concat([writer.finish(), object.finish()]);
}

/**
 * Writes the bytes before an object of this size in a list, and returns where the object begins. All lists use the same
 * field number for items.
 */
export function putListItemHead(bytes: Uint8Array, start: number, length: number): number {
  bytes[start] = tagOf(2, WIRE.bytes);
  let position = start + 1;
  for (let left = length; ; left >>>= 7) {
    bytes[position++] = left > 127 ? (left & 127) | 128 : left;
    if (left <= 127) return position;
  }
}

/** Maximum size of these bytes. */
export const LIST_ITEM_HEAD_BYTES = 6;

function writeText(writer: ProtobufWriter, number: number, text: string): void {
  writer.uint32(tagOf(number, WIRE.bytes));
  writer.string(text);
}
