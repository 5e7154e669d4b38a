import { randomInt } from 'node:crypto';
import { open, rm, truncate, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { writeAll } from './files.js';
import { writeNumber } from './record.js';

/**
 * Segment: one file of the log. It consists of a header of 32 bytes and batches (`record.ts`). It is preallocated at
 * full size, so that a commit needs no space. Header: magic (8), version (4), id (4), salt (4), checksum (4).
 */
export const HEADER_BYTES = 32;

const MAGIC = 0x50696c6f74686f75n;
const VERSION = 2;
const CHECKED_BYTES = 20;
const ZEROS = Buffer.alloc(1024 * 1024);

/** The state of a segment in the log. */
export interface Segment {
  readonly id: number;
  /** Valid bytes including the header. Grows while the segment is written to. */
  length: number;
  /** Total bytes of its records. */
  written: number;
  /** Bytes of records that are still needed. */
  live: number;
  /** Its file was found damaged. Its entries must be written again. */
  isDamaged?: boolean;
  /** A record that is no longer needed has a value that must be erased (`erasure.ts`). */
  isExposed?: boolean;
}

/** A segment open for writing. */
export interface WritableSegment extends Segment {
  readonly capacity: number;
  readonly salt: number;
  readonly file: FileHandle;
  /** The acknowledged length; see {@link markBytes}. */
  readonly mark: FileHandle;
}

export function segmentPath(log: string, id: number): string {
  return join(log, `${name(id)}.segment`);
}

/** A small file beside the active segment. It is not flushed. */
export function markPath(log: string, id: number): string {
  return join(log, `${name(id)}.acknowledged`);
}

function name(id: number): string {
  return String(id).padStart(8, '0');
}

/**
 * Creates a zero-filled segment with its header. Its data is durable; its directory entry is not yet. Removes it on
 * failure.
 */
export async function createSegment(log: string, id: number, capacity: number): Promise<WritableSegment> {
  const salt = randomInt(2 ** 32);
  const opened: FileHandle[] = [];
  try {
    const file = await open(segmentPath(log, id), 'wx', 0o600);
    opened.push(file);
    const header = encodeHeader(id, salt);
    await writeAll(file, header, 0);
    for (let at = header.length; at < capacity; at += ZEROS.length) {
      await writeAll(file, ZEROS.subarray(0, Math.min(ZEROS.length, capacity - at)), at);
    }
    await file.sync();
    const mark = await open(markPath(log, id), 'wx', 0o600);
    opened.push(mark);
    await writeAll(mark, markBytes(HEADER_BYTES, salt), 0);
    return { id, length: HEADER_BYTES, written: 0, live: 0, capacity, salt, file, mark };
  } catch (error) {
    await Promise.allSettled(opened.map((file) => file.close()));
    await removeSegment(log, id).catch(() => undefined);
    throw error;
  }
}

export async function closeSegment({ file, mark }: WritableSegment): Promise<void> {
  await Promise.allSettled([file.close(), mark.close()]);
}

export async function removeSegment(log: string, id: number): Promise<void> {
  await Promise.all([segmentPath(log, id), markPath(log, id)].map((path) => rm(path, { force: true })));
}

/** Truncates a sealed segment to its valid length. */
export async function trimSegment(log: string, { id, length }: Segment): Promise<void> {
  await truncate(segmentPath(log, id), length);
  await rm(markPath(log, id), { force: true });
}

/** The salt of the segment; undefined if the header is invalid or belongs to another segment. */
export function readHeader(bytes: Buffer, id: number): number | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  if (bytes.readUInt32BE(CHECKED_BYTES) !== crc32(bytes.subarray(0, CHECKED_BYTES))) return undefined;
  if (bytes.readBigUInt64BE(0) !== MAGIC || bytes.readUInt32BE(8) !== VERSION || bytes.readUInt32BE(12) !== id) {
    return undefined;
  }
  return bytes.readUInt32BE(16);
}

export function encodeHeader(id: number, salt: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeBigUInt64BE(MAGIC, 0);
  header.writeUInt32BE(VERSION, 8);
  header.writeUInt32BE(id, 12);
  header.writeUInt32BE(salt, 16);
  header.writeUInt32BE(crc32(header.subarray(0, CHECKED_BYTES)), CHECKED_BYTES);
  return header;
}

/**
 * The mark: everything before `length` was acknowledged and must be complete. After a power loss the mark may be older
 * or unreadable.
 */
export function markBytes(length: number, salt: number): Buffer {
  const bytes = Buffer.alloc(12);
  writeNumber(bytes, 0, length);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 8), salt), 8);
  return bytes;
}

/** The length in a mark; undefined if it is unreadable. */
export function readMark(bytes: Buffer, salt: number): number | undefined {
  if (bytes.length !== 12 || bytes.readUInt32BE(8) !== crc32(bytes.subarray(0, 8), salt)) return undefined;
  return Number(bytes.readBigUInt64BE(0));
}
