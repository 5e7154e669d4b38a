import { Buffer } from 'node:buffer';
import { ProtobufError } from './error.js';
import { ProtobufReader } from './reader.js';
import { tagOf, WIRE } from './wire.js';
import { ProtobufWriter } from './writer.js';

/** What every protobuf body begins with: `k8s` and NUL. */
const PREFIX = Buffer.from([0x6b, 0x38, 0x73, 0x00]);

/** An encoded object with its type beside it. What is absent in the message is empty here. */
export interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  /** A view of the input where it was decoded. */
  readonly raw: Uint8Array;
  /** How `raw` is compressed. */
  readonly contentEncoding: string;
  /** Media type of `raw`; empty for protobuf. */
  readonly contentType: string;
}

/** Whether the bytes begin as a protobuf body does. */
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

/** A protobuf body: the prefix, and the encoded object with its type. */
export function encodeEnvelope(
  envelope: Pick<Envelope, 'apiVersion' | 'kind' | 'raw'> & Partial<Envelope>,
): Uint8Array {
  const { before, after } = envelopeAround(envelope, envelope.raw.byteLength);
  return Buffer.concat([before, envelope.raw, after]);
}

/** What stands before and behind an encoded object of so many bytes in a protobuf body. */
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
 * One event of a watch in protobuf: its object is a whole body with an envelope, the event itself has none. On the wire
 * each event stands behind its length in four bytes, the highest first; the caller puts it there.
 */
export function encodeWatchEvent(type: string, object: Uint8Array): Uint8Array {
  return Buffer.concat([watchEventHead(type, object.byteLength), object]);
}

/** What stands before an object of so many bytes, with its envelope, in an event of a watch. */
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
 * Puts what stands before an object of so many bytes in a list, all of which have their items under the same number; where
 * the object begins.
 */
export function putListItemHead(bytes: Uint8Array, start: number, length: number): number {
  bytes[start] = tagOf(2, WIRE.bytes);
  let position = start + 1;
  for (let left = length; ; left >>>= 7) {
    bytes[position++] = left > 127 ? (left & 127) | 128 : left;
    if (left <= 127) return position;
  }
}

/** How long that can be. */
export const LIST_ITEM_HEAD_BYTES = 6;

function writeText(writer: ProtobufWriter, number: number, text: string): void {
  writer.uint32(tagOf(number, WIRE.bytes));
  writer.string(text);
}
