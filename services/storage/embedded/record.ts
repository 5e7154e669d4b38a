import { crc32 } from 'node:zlib';
import type { Revision } from '../store.js';

/**
 * Format of the log: a sequence of batches, one for each commit.
 *
 * - magic (4 bytes), payload length (4), payload CRC (4), CRC of the previous two fields (4)
 * - payload: records
 * - record: kind (1), revision (8), expiry (8, milliseconds since the epoch, 0 for none), key length (2), value length
 *   (4), key (UTF-8), value
 *
 * Numbers are big-endian. Checksums are CRC-32 seeded with the segment's salt, so that neither a value that looks like
 * a batch nor old bytes of another segment pass as one. The header has its own checksum, so that a search for batches
 * in client data costs a constant time for each byte.
 */
export type LogRecord =
  | {
      readonly type: 'put';
      readonly key: string;
      readonly value: Uint8Array;
      readonly revision: Revision;
      /** Milliseconds since the epoch; 0 for an entry that does not expire. */
      readonly expiresAt: number;
    }
  | { readonly type: 'delete'; readonly key: string; readonly revision: Revision }
  /** States before `revision` are compacted. */
  | { readonly type: 'compact'; readonly revision: Revision };

export const MAX_KEY_BYTES = 0xffff;
export const MAX_VALUE_BYTES = 64 * 1024 * 1024;

const MAGIC = 0xb10c5eed;
const MAGIC_BYTES = Buffer.from([0xb1, 0x0c, 0x5e, 0xed]);
const FRAME_BYTES = 16;
const RECORD_BYTES = 23;

const KINDS = { put: 1, delete: 2, compact: 3 } as const;

/** The encoded size of a record. */
export function recordBytes(key: string, value?: Uint8Array): number {
  return RECORD_BYTES + Buffer.byteLength(key) + (value?.byteLength ?? 0);
}

/** The encoded size of a batch. */
export function batchBytes(records: readonly LogRecord[]): number {
  return records.reduce((sum, record) => sum + bytesOf(record), FRAME_BYTES);
}

/** The encoded size of the puts and deletions among the records. */
export function entryBytes(records: readonly LogRecord[]): number {
  return records.reduce((sum, record) => sum + (record.type === 'compact' ? 0 : bytesOf(record)), 0);
}

function bytesOf(record: LogRecord): number {
  if (record.type === 'compact') return RECORD_BYTES;
  return recordBytes(record.key, record.type === 'put' ? record.value : undefined);
}

export function encodeBatch(records: readonly LogRecord[], salt: number): Buffer {
  const batch = Buffer.allocUnsafe(batchBytes(records));
  batch.writeUInt32BE(MAGIC, 0);
  batch.writeUInt32BE(batch.length - FRAME_BYTES, 4);
  let offset = FRAME_BYTES;
  for (const record of records) offset = writeRecord(batch, offset, record);
  batch.writeUInt32BE(crc32(batch.subarray(FRAME_BYTES), salt), 8);
  batch.writeUInt32BE(crc32(batch.subarray(4, 12), salt), 12);
  return batch;
}

function writeRecord(batch: Buffer, offset: number, record: LogRecord): number {
  batch[offset] = KINDS[record.type];
  writeNumber(batch, offset + 1, record.revision);
  writeNumber(batch, offset + 9, record.type === 'put' ? record.expiresAt : 0);
  const start = offset + RECORD_BYTES;
  const keyLength = record.type === 'compact' ? 0 : batch.write(record.key, start);
  batch.writeUInt16BE(keyLength, offset + 17);
  const value = record.type === 'put' ? record.value : undefined;
  batch.writeUInt32BE(value?.byteLength ?? 0, offset + 19);
  if (value !== undefined) batch.set(value, start + keyLength);
  return start + keyLength + (value?.byteLength ?? 0);
}

/**
 * Calls `emit` for each record from `start` on. Returns the end of the last complete batch. Values are views of
 * `bytes`.
 */
export function readBatches(bytes: Buffer, start: number, salt: number, emit: (record: LogRecord) => void): number {
  let position = start;
  for (;;) {
    const end = batchEnd(bytes, position, salt);
    if (end === undefined) return position;
    for (let offset = position + FRAME_BYTES; offset < end;) offset = readRecord(bytes, offset, emit);
    position = end;
  }
}

/** Whether a complete batch begins after `start`. */
export function hasBatchAfter(bytes: Buffer, start: number, salt: number): boolean {
  for (let at = start; ;) {
    at = bytes.indexOf(MAGIC_BYTES, at + 1);
    if (at < 0) return false;
    if (batchEnd(bytes, at, salt) !== undefined) return true;
  }
}

/** The end of the batch at `position`; undefined if it is incomplete. */
export function batchEnd(bytes: Buffer, position: number, salt: number): number | undefined {
  if (position + FRAME_BYTES > bytes.length || bytes.readUInt32BE(position) !== MAGIC) return undefined;
  if (crc32(bytes.subarray(position + 4, position + 12), salt) !== bytes.readUInt32BE(position + 12)) return undefined;
  const start = position + FRAME_BYTES;
  const end = start + bytes.readUInt32BE(position + 4);
  if (end > bytes.length || end === start) return undefined;
  return crc32(bytes.subarray(start, end), salt) === bytes.readUInt32BE(position + 8) ? end : undefined;
}

function readRecord(bytes: Buffer, offset: number, emit: (record: LogRecord) => void): number {
  const revision = readNumber(bytes, offset + 1);
  const start = offset + RECORD_BYTES;
  const keyEnd = start + bytes.readUInt16BE(offset + 17);
  const end = keyEnd + bytes.readUInt32BE(offset + 19);
  const kind = bytes.readUInt8(offset);
  switch (kind) {
    case KINDS.put: {
      const expiresAt = readNumber(bytes, offset + 9);
      emit({
        type: 'put',
        key: bytes.toString('utf8', start, keyEnd),
        value: bytes.subarray(keyEnd, end),
        revision,
        expiresAt,
      });
      break;
    }
    case KINDS.delete:
      emit({ type: 'delete', key: bytes.toString('utf8', start, keyEnd), revision });
      break;
    case KINDS.compact:
      emit({ type: 'compact', revision });
      break;
    default:
      throw new RangeError(`record of kind ${kind}`);
  }
  return end;
}

export function writeNumber(bytes: Buffer, offset: number, value: number): void {
  bytes.writeUInt32BE(Math.floor(value / 2 ** 32), offset);
  bytes.writeUInt32BE(value % 2 ** 32, offset + 4);
}

export function readNumber(bytes: Buffer, offset: number): number {
  return bytes.readUInt32BE(offset) * 2 ** 32 + bytes.readUInt32BE(offset + 4);
}
