import type { Revision } from '../store.js';

/**
 * How the embedded store lays out its databases. All numbers are 8 bytes, big-endian, so that they sort.
 *
 * - records: key, NUL, (MAX_REVISION - revision) * 2 + 1 for a deletion -> the value, empty for a deletion. The newest
 *   version of a key comes first.
 * - log: revision -> one byte (1 for a deletion), key.
 * - expiries: milliseconds since the epoch, revision -> key.
 * - meta: what is known of the whole store.
 */
export const FORMAT_VERSION = 1;

const MAX_REVISION = 2 ** 52 - 1;
const SUFFIX_BYTES = 9;

/** LMDB takes keys of 1978 bytes where a page has 4096. */
export const MAX_KEY_BYTES = 1978 - SUFFIX_BYTES;

/** One version of a key, as a key of `records` tells it. */
export interface Version {
  readonly revision: Revision;
  readonly deleted: boolean;
}

export interface LogRecord {
  readonly deleted: boolean;
  readonly key: Buffer;
}

/**
 * The place of a version in `records`. The place of the version that is not deleted also is where the search for the
 * newest version at or before `revision` begins.
 */
export function recordKey(key: Uint8Array, revision: Revision, deleted: boolean): Buffer {
  const bytes = Buffer.allocUnsafe(key.length + SUFFIX_BYTES);
  bytes.set(key);
  bytes[key.length] = 0;
  writeNumber(bytes, key.length + 1, (MAX_REVISION - revision) * 2 + (deleted ? 1 : 0));
  return bytes;
}

export function versionOf(record: Buffer): Version {
  const order = readNumber(record, record.length - 8);
  return { revision: MAX_REVISION - Math.floor(order / 2), deleted: order % 2 === 1 };
}

/** The key part of a key of `records`. */
export function keyOf(record: Buffer): Buffer {
  return record.subarray(0, record.length - SUFFIX_BYTES);
}

/** True when `record` is a version of `key`. */
export function isVersionOf(record: Buffer, key: Uint8Array): boolean {
  const length = record.length - SUFFIX_BYTES;
  return length === key.length && record.compare(key, 0, length, 0, length) === 0;
}

/** Just behind all versions of `key`, and before those of every greater key. */
export function behindVersions(key: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(key.length + 1);
  bytes.set(key);
  bytes[key.length] = 1;
  return bytes;
}

export function encodeNumber(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  writeNumber(bytes, 0, value);
  return bytes;
}

export function readNumber(bytes: Buffer, offset = 0): number {
  return bytes.readUInt32BE(offset) * 2 ** 32 + bytes.readUInt32BE(offset + 4);
}

export function encodeLogRecord(key: Uint8Array, deleted: boolean): Buffer {
  const bytes = Buffer.allocUnsafe(key.length + 1);
  bytes[0] = deleted ? 1 : 0;
  bytes.set(key, 1);
  return bytes;
}

export function decodeLogRecord(bytes: Buffer): LogRecord {
  return { deleted: bytes[0] === 1, key: bytes.subarray(1) };
}

/** The place of an expiry: `at` is in milliseconds since the epoch. */
export function expiryKey(at: number, revision: Revision): Buffer {
  const bytes = Buffer.allocUnsafe(16);
  writeNumber(bytes, 0, at);
  writeNumber(bytes, 8, revision);
  return bytes;
}

function writeNumber(bytes: Buffer, offset: number, value: number): void {
  bytes.writeUInt32BE(Math.floor(value / 2 ** 32), offset);
  bytes.writeUInt32BE(value % 2 ** 32, offset + 4);
}
