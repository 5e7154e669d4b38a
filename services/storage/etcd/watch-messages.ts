import { ProtobufReader } from '@pilothouse/apimachinery/protobuf/reader.js';
import { tagOf, WIRE } from '@pilothouse/apimachinery/protobuf/wire.js';
import { ProtobufWriter } from '@pilothouse/apimachinery/protobuf/writer.js';
import type { Revision } from '../store.js';
import type { KeyRange } from './keyspace.js';
import { readFields, readHeader, readKeyValue, writeBytes, writeInt, writeMessage, type KeyValue } from './messages.js';

export const WATCH_PATH = '/etcdserverpb.Watch/Watch';

export interface WatchResponse {
  /** The member's revision when it sent the message. If no other field is set, all events up to it have been sent. */
  readonly revision: Revision;
  readonly created: boolean;
  readonly canceled: boolean;
  /** Greater than 0 when the requested revision has been compacted. */
  readonly compactRevision: Revision;
  readonly cancelReason: string;
  /** The next message continues this one. */
  readonly fragment: boolean;
  readonly events: readonly WatchEvent[];
}

export interface WatchEvent {
  readonly type: 'put' | 'delete';
  readonly keyValue: KeyValue;
  readonly previous: KeyValue | undefined;
}

/** Starts a watch with previous values, and with large messages split into fragments. */
export function watchRequest({ key, rangeEnd }: KeyRange, from: Revision): Uint8Array {
  return request(1, (writer) => {
    writeBytes(writer, 1, key);
    writeBytes(writer, 2, rangeEnd);
    writeInt(writer, 3, from);
    writeInt(writer, 6, 1);
    writeInt(writer, 8, 1);
  });
}

/** Requests a progress notification for the stream's watches. etcd does not answer while one of them is behind. */
export function progressRequest(): Uint8Array {
  return request(3, () => {});
}

function request(number: number, write: (writer: ProtobufWriter) => void): Uint8Array {
  const writer = new ProtobufWriter();
  writeMessage(writer, number, () => write(writer));
  return writer.finish();
}

const FIELDS = {
  header: tagOf(1, WIRE.bytes),
  created: tagOf(3, WIRE.varint),
  canceled: tagOf(4, WIRE.varint),
  compactRevision: tagOf(5, WIRE.varint),
  cancelReason: tagOf(6, WIRE.bytes),
  fragment: tagOf(7, WIRE.varint),
  events: tagOf(11, WIRE.bytes),
};
const EVENT_FIELDS = {
  type: tagOf(1, WIRE.varint),
  keyValue: tagOf(2, WIRE.bytes),
  previous: tagOf(3, WIRE.bytes),
};

export function readWatchResponse(message: Buffer): WatchResponse {
  const reader = new ProtobufReader(message);
  const events: WatchEvent[] = [];
  const read = { revision: 0, created: false, canceled: false, compactRevision: 0, cancelReason: '', fragment: false };
  readFields(reader, (tag) => {
    if (tag === FIELDS.header) read.revision = readHeader(reader);
    else if (tag === FIELDS.created) read.created = reader.boolean();
    else if (tag === FIELDS.canceled) read.canceled = reader.boolean();
    else if (tag === FIELDS.compactRevision) read.compactRevision = Number(reader.int64());
    else if (tag === FIELDS.cancelReason) read.cancelReason = reader.string();
    else if (tag === FIELDS.fragment) read.fragment = reader.boolean();
    else if (tag === FIELDS.events) events.push(...readEvent(reader));
    else return false;
    return true;
  });
  return { ...read, events };
}

/** One event; none if the message is empty. */
function readEvent(reader: ProtobufReader): WatchEvent[] {
  let type: WatchEvent['type'] = 'put';
  let keyValue: KeyValue | undefined;
  let previous: KeyValue | undefined;
  reader.message(() =>
    readFields(reader, (tag) => {
      if (tag === EVENT_FIELDS.type) type = reader.int32() === 1 ? 'delete' : 'put';
      else if (tag === EVENT_FIELDS.keyValue) keyValue = readKeyValue(reader);
      else if (tag === EVENT_FIELDS.previous) previous = readKeyValue(reader);
      else return false;
      return true;
    }),
  );
  return keyValue === undefined ? [] : [{ type, keyValue, previous }];
}
