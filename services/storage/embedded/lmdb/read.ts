import type { Database } from 'lmdb';
import { StoreUnavailableError, type Revision } from '../../store.js';
import { StoreDamagedError } from '../damage.js';
import { readNumber } from '../record.js';
import { ownBytes } from '../recovery.js';
import type { SnapshotEntry, StoreState } from '../snapshot.js';
import { checkDataFile } from './files.js';

type BinaryDatabase = Database<Buffer, Buffer>;

/**
 * Layout of the LMDB format: four databases. Numbers are 8 bytes, big-endian.
 *
 * - records: key, NUL, (MAX_REVISION - revision) * 2 + 1 for a deletion -> value; the newest version of a key comes
 *   first
 * - log: revision -> one byte (1 for a deletion), key
 * - expiries: milliseconds since the epoch, revision -> key
 * - meta: numbers of the whole store
 */
const FORMAT_VERSION = 1;
const MAX_REVISION = 2 ** 52 - 1;
const SUFFIX_BYTES = 9;

/** Reads the newest state of an LMDB store. A process that is writing it is not blocked. */
export async function readLmdbStore(directory: string): Promise<StoreState> {
  await checkDataFile(directory);
  const { open } = await import('lmdb');
  const root = open({ path: directory, noSubdir: false, maxDbs: 4, readOnly: true });
  try {
    const binary = { keyEncoding: 'binary', encoding: 'binary' } as const;
    const databases = ['records', 'log', 'expiries'] as const;
    const [records, log, expiries] = databases.map((name) => root.openDB<Buffer, Buffer>(name, binary));
    const meta = root.openDB<Buffer, string>('meta', { encoding: 'binary', useVersions: true });
    const format = numberOf(meta.get('format'));
    if (format !== FORMAT_VERSION) {
      throw new StoreUnavailableError(`${directory} has format ${format ?? 'none'}, expected ${FORMAT_VERSION}`, false);
    }
    if (records === undefined || log === undefined) throw new StoreDamagedError(directory, 'databases are missing');
    const last = checkLog(directory, records, log);
    const entries = newest(records, expiryTimes(expiries));
    return { entries, revision: Math.max(last, numberOf(meta.get('compacted')) ?? 1) };
  } finally {
    await root.close();
  }
}

function numberOf(bytes: Buffer | undefined): number | undefined {
  return bytes === undefined ? undefined : readNumber(bytes, 0);
}

/** Expiry times of entries, by the revision that wrote them. */
function expiryTimes(expiries: BinaryDatabase | undefined): ReadonlyMap<Revision, number> {
  const times = new Map<Revision, number>();
  for (const { key } of expiries?.getRange({}) ?? []) times.set(readNumber(key, 8), readNumber(key, 0));
  return times;
}

function newest(records: BinaryDatabase, expiries: ReadonlyMap<Revision, number>): SnapshotEntry[] {
  const entries: SnapshotEntry[] = [];
  let before: Buffer | undefined;
  for (const { key: record, value } of records.getRange({})) {
    const key = record.subarray(0, record.length - SUFFIX_BYTES);
    if (before !== undefined && key.equals(before)) continue;
    before = Buffer.from(key);
    const { revision, isDeletion } = versionOf(record);
    if (isDeletion) continue;
    entries.push({
      type: 'put',
      key: key.toString(),
      value: ownBytes(value),
      revision,
      expiresAt: expiries.get(revision) ?? 0,
    });
  }
  return entries;
}

/** The newest revision in the log. Throws StoreDamagedError if a logged revision has no version. */
function checkLog(directory: string, records: BinaryDatabase, log: BinaryDatabase): Revision {
  let revision = 0;
  for (const { key: position, value } of log.getRange({})) {
    revision = readNumber(position, 0);
    if (!records.doesExist(recordKey(value.subarray(1), revision, value[0] === 1))) {
      throw new StoreDamagedError(directory, `revision ${revision} is missing`);
    }
  }
  return revision;
}

function versionOf(record: Buffer): { readonly revision: Revision; readonly isDeletion: boolean } {
  const order = readNumber(record, record.length - 8);
  return { revision: MAX_REVISION - Math.floor(order / 2), isDeletion: order % 2 === 1 };
}

/** The key of a version in `records`. */
export function recordKey(key: Uint8Array, revision: Revision, isDeletion: boolean): Buffer {
  return Buffer.concat([key, Buffer.of(0), numberBytes((MAX_REVISION - revision) * 2 + (isDeletion ? 1 : 0))]);
}

export function numberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
