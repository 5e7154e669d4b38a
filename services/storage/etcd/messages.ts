import { ProtobufReader } from '@pilothouse/apimachinery/protobuf/reader.js';
import { tagOf, WIRE } from '@pilothouse/apimachinery/protobuf/wire.js';
import { ProtobufWriter } from '@pilothouse/apimachinery/protobuf/writer.js';
import type { Revision } from '../store.js';

/** A call of the etcd v3 API, with only the fields used here. Field numbers are from etcd's rpc.proto. */
export interface Rpc<Response> {
  readonly path: string;
  readonly message: Uint8Array;
  readonly decode: (message: Buffer) => Response;
}

export interface KeyValue {
  readonly key: Buffer;
  /** A view of the response buffer. */
  readonly value: Buffer;
  readonly createRevision: Revision;
  readonly modRevision: Revision;
  readonly version: number;
}

export interface RangeRequest {
  readonly key: Uint8Array;
  readonly rangeEnd?: Uint8Array;
  /** 0 or absent: no limit. */
  readonly limit?: number;
  /** 0 or absent: the newest. */
  readonly revision?: Revision;
  readonly countOnly?: boolean;
}

export interface RangeResponse {
  readonly revision: Revision;
  readonly keyValues: readonly KeyValue[];
  readonly count: number;
}

export type Operation = { readonly type: 'range'; readonly range: RangeRequest } | Change;

export type Change =
  | { readonly type: 'put'; readonly key: Uint8Array; readonly value: Uint8Array; readonly lease?: LeaseId }
  | { readonly type: 'delete'; readonly key: Uint8Array };

export interface TxnRequest {
  /** `success` runs when all comparisons hold. */
  readonly compare?: readonly Compare[];
  readonly success: readonly Operation[];
  /** Runs otherwise. */
  readonly failure?: readonly Operation[];
}

/** `version` counts writes since the creation of a key; 0 means that the key does not exist. */
export interface Compare {
  readonly key: Uint8Array;
  readonly target: 'modRevision' | 'version';
  readonly equal: number;
}

export interface TxnResponse {
  readonly revision: Revision;
  readonly succeeded: boolean;
  /** Undefined for operations other than a range. */
  readonly ranges: readonly (RangeResponse | undefined)[];
}

export type LeaseId = number | bigint;

const [INT_2, INT_3, INT_4, INT_6] = [2, 3, 4, 6].map((number) => tagOf(number, WIRE.varint));
const [BYTES_1, BYTES_2, BYTES_3, BYTES_5] = [1, 2, 3, 5].map((number) => tagOf(number, WIRE.bytes));
const COMPARE_TARGETS = {
  version: { target: 0, field: 4 },
  modRevision: { target: 2, field: 6 },
};

export function rangeRpc(request: RangeRequest): Rpc<RangeResponse> {
  return rpc('KV/Range', (writer) => writeRange(writer, request), readRange);
}

export function txnRpc({ compare = [], success, failure = [] }: TxnRequest): Rpc<TxnResponse> {
  const write = (writer: ProtobufWriter) => {
    for (const { key, target: compared, equal } of compare) {
      const { target, field } = COMPARE_TARGETS[compared];
      writeMessage(writer, 1, () => {
        writeInt(writer, 2, target);
        writeBytes(writer, 3, key);
        writer.uint32(tagOf(field, WIRE.varint));
        writer.int64(equal);
      });
    }
    for (const operation of success) writeMessage(writer, 2, () => writeOperation(writer, operation));
    for (const operation of failure) writeMessage(writer, 3, () => writeOperation(writer, operation));
  };
  return rpc('KV/Txn', write, readTxn);
}

export function compactRpc(revision: Revision): Rpc<void> {
  return rpc(
    'KV/Compact',
    (writer) => writeInt(writer, 1, revision),
    () => {},
  );
}

export function leaseGrantRpc(seconds: number): Rpc<LeaseId> {
  return rpc(
    'Lease/LeaseGrant',
    (writer) => writeInt(writer, 1, seconds),
    (reader) => {
      let id: LeaseId = 0;
      readFields(reader, (tag) => {
        if (tag !== INT_2) return false;
        id = reader.int64();
        return true;
      });
      return id;
    },
  );
}

/** Returns a token. */
export function authenticateRpc(name: string, password: string): Rpc<string> {
  const write = (writer: ProtobufWriter) => {
    writeBytes(writer, 1, Buffer.from(name));
    writeBytes(writer, 2, Buffer.from(password));
  };
  return rpc('Auth/Authenticate', write, readSecondText);
}

/** The status of a member. */
export interface MemberStatus {
  /** Such as `3.5.16`. */
  readonly version: string;
  /** Whether the member has a leader. */
  readonly hasLeader: boolean;
  /** The raft term: it grows with each election. */
  readonly term: number;
}

export function statusRpc(): Rpc<MemberStatus> {
  return rpc(
    'Maintenance/Status',
    () => {},
    (reader) => {
      const read = { version: '', hasLeader: false, term: 0 };
      readFields(reader, (tag) => {
        if (tag === BYTES_2) read.version = reader.string();
        else if (tag === INT_4) read.hasLeader = Number(reader.int64()) !== 0;
        else if (tag === INT_6) read.term = Number(reader.int64());
        else return false;
        return true;
      });
      return read;
    },
  );
}

function rpc<Response>(
  method: string,
  write: (writer: ProtobufWriter) => void,
  read: (reader: ProtobufReader) => Response,
): Rpc<Response> {
  const writer = new ProtobufWriter();
  write(writer);
  return {
    path: `/etcdserverpb.${method}`,
    message: writer.finish(),
    decode: (message) => read(new ProtobufReader(message)),
  };
}

function writeRange(writer: ProtobufWriter, { key, rangeEnd, limit, revision, countOnly }: RangeRequest): void {
  writeBytes(writer, 1, key);
  if (rangeEnd !== undefined) writeBytes(writer, 2, rangeEnd);
  writeInt(writer, 3, limit ?? 0);
  writeInt(writer, 4, revision ?? 0);
  writeInt(writer, 9, countOnly === true ? 1 : 0);
}

function writeOperation(writer: ProtobufWriter, operation: Operation): void {
  if (operation.type === 'range') writeMessage(writer, 1, () => writeRange(writer, operation.range));
  else if (operation.type === 'delete') writeMessage(writer, 3, () => writeBytes(writer, 1, operation.key));
  else
    writeMessage(writer, 2, () => {
      writeBytes(writer, 1, operation.key);
      writeBytes(writer, 2, operation.value);
      writeInt(writer, 3, operation.lease ?? 0);
    });
}

export function writeMessage(writer: ProtobufWriter, number: number, write: () => void): void {
  writer.uint32(tagOf(number, WIRE.bytes));
  const start = writer.begin();
  write();
  writer.end(start);
}

/** Zero is the default of an absent field. */
export function writeInt(writer: ProtobufWriter, number: number, value: number | bigint): void {
  if (value === 0) return;
  writer.uint32(tagOf(number, WIRE.varint));
  writer.int64(value);
}

export function writeBytes(writer: ProtobufWriter, number: number, value: Uint8Array): void {
  writer.uint32(tagOf(number, WIRE.bytes));
  writer.bytes(value);
}

/** Calls `read` for each tag and skips fields for which it returns false. */
export function readFields(reader: ProtobufReader, read: (tag: number) => boolean): void {
  while (reader.more()) {
    const tag = reader.tag();
    if (!read(tag)) reader.skip(tag);
  }
}

/** The revision in a response header. */
export function readHeader(reader: ProtobufReader): Revision {
  let revision = 0;
  reader.message(() =>
    readFields(reader, (tag) => {
      if (tag !== INT_3) return false;
      revision = Number(reader.int64());
      return true;
    }),
  );
  return revision;
}

export function readKeyValue(reader: ProtobufReader): KeyValue {
  const read = { key: EMPTY, value: EMPTY, createRevision: 0, modRevision: 0, version: 0 };
  reader.message(() =>
    readFields(reader, (tag) => {
      if (tag === BYTES_1) read.key = reader.bytes();
      else if (tag === INT_2) read.createRevision = Number(reader.int64());
      else if (tag === INT_3) read.modRevision = Number(reader.int64());
      else if (tag === INT_4) read.version = Number(reader.int64());
      else if (tag === BYTES_5) read.value = reader.bytes();
      else return false;
      return true;
    }),
  );
  return read;
}

const EMPTY: Buffer = Buffer.alloc(0);

function readRange(reader: ProtobufReader): RangeResponse {
  const keyValues: KeyValue[] = [];
  let [revision, count] = [0, 0];
  readFields(reader, (tag) => {
    if (tag === BYTES_1) revision = readHeader(reader);
    else if (tag === BYTES_2) keyValues.push(readKeyValue(reader));
    else if (tag === INT_4) count = Number(reader.int64());
    else return false;
    return true;
  });
  return { revision, keyValues, count };
}

function readTxn(reader: ProtobufReader): TxnResponse {
  const ranges: (RangeResponse | undefined)[] = [];
  let revision = 0;
  let succeeded = false;
  readFields(reader, (tag) => {
    if (tag === BYTES_1) revision = readHeader(reader);
    else if (tag === INT_2) succeeded = reader.boolean();
    else if (tag === BYTES_3) ranges.push(readResponse(reader));
    else return false;
    return true;
  });
  return { revision, succeeded, ranges };
}

function readResponse(reader: ProtobufReader): RangeResponse | undefined {
  let range: RangeResponse | undefined;
  reader.message(() =>
    readFields(reader, (tag) => {
      if (tag !== BYTES_1) return false;
      reader.message(() => {
        range = readRange(reader);
      });
      return true;
    }),
  );
  return range;
}

function readSecondText(reader: ProtobufReader): string {
  let text = '';
  readFields(reader, (tag) => {
    if (tag !== BYTES_2) return false;
    text = reader.string();
    return true;
  });
  return text;
}
