import { open, readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry, Revision } from '../store.js';
import { StoreDamagedError } from './damage.js';
import { NO_ERASURE, noteDead, type Erasure } from './erasure.js';
import { codeOf } from './files.js';
import { readManifest, type SegmentEntry } from './manifest.js';
import { hasBatchAfter, readBatches, recordBytes, type LogRecord } from './record.js';
import { HEADER_BYTES, markPath, readHeader, readMark, segmentPath, type Segment } from './segment.js';
import { createVersions, type Version, type Versions } from './versions.js';

/** Called with the bytes that have been read, and the bytes of all segments. */
export type OnBytes = (done: number, total: number) => void;

export interface RecoverOptions {
  /** May throw, which rejects. */
  readonly onBytes?: OnBytes | undefined;
  readonly erasure?: Erasure;
}

/** A recovered log. */
export interface Recovered {
  readonly versions: Versions;
  /** In log order; all are sealed. */
  readonly segments: readonly Segment[];
}

/**
 * Recovers the log. An incomplete, unacknowledged batch at the end of the last written segment is dropped: a crash
 * interrupted its write. Any other missing or changed data rejects with StoreDamagedError, which names `directory`.
 * `log` is the directory of the log. Writes nothing.
 */
export async function recover(
  log: string,
  directory: string,
  { onBytes, erasure = NO_ERASURE }: RecoverOptions = {},
): Promise<Recovered> {
  const manifest = await readManifest(log, directory);
  const loader = createLoader(manifest.compacted, directory, erasure);
  const segments: Segment[] = [];
  const sizes = manifest.segments.map(({ length, capacity = 0 }) => length ?? capacity);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let done = 0;
  for (const [index, entry] of manifest.segments.entries()) {
    const segment: Segment = { id: entry.id, length: HEADER_BYTES, written: 0, live: 0 };
    segment.length = await readSegment(log, directory, entry, (record) => loader.add(record, segment));
    segments.push(segment);
    done += sizes[index] ?? 0;
    onBytes?.(done, total);
    await nextTurn();
  }
  return { versions: loader.finish(), segments };
}

/** Returns the valid length. */
async function readSegment(
  log: string,
  directory: string,
  { id, length, capacity = 0 }: SegmentEntry,
  emit: (record: LogRecord) => void,
): Promise<number> {
  const damaged = (what: string): StoreDamagedError => new StoreDamagedError(directory, `segment ${id} ${what}`);
  // Read before the segment, which another process may be appending to.
  const mark = length === undefined ? await readOptional(markPath(log, id)) : undefined;
  const file = await readFile(segmentPath(log, id)).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') throw damaged('is missing');
    throw error;
  });
  const least = length ?? capacity;
  if (file.length < least) throw damaged(`has ${file.length} bytes, expected at least ${least}`);
  const salt = readHeader(file, id);
  if (salt === undefined) throw damaged('has no valid header');
  const bytes = length === undefined ? file : file.subarray(0, length);
  let end: number;
  try {
    end = readBatches(bytes, HEADER_BYTES, salt, emit);
  } catch (error) {
    if (error instanceof RangeError) throw damaged(`has a batch that cannot be read: ${error.message}`);
    throw error;
  }
  if (length !== undefined) {
    if (end !== length) throw damaged(`has a wrong checksum at byte ${end} of ${length}`);
    return length;
  }
  const acknowledged = (mark && readMark(mark, salt)) ?? 0;
  if (end < acknowledged || hasBatchAfter(bytes, end, salt)) {
    throw damaged(`has a wrong checksum at byte ${end}`);
  }
  return end;
}

async function readOptional(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}

/** Makes recovered data durable before it is served: a killed process may not have flushed it. */
export async function flushSegment(log: string, { id }: Segment): Promise<void> {
  const file = await open(segmentPath(log, id), 'r+');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

/**
 * Builds the versions from records in log order. The cleaner copies records to the end of the log, so some are out of
 * order and some are duplicates.
 */
function createLoader(compacted: Revision, directory: string, erasure: Erasure) {
  /** The newest version of each key up to the compacted revision, including tombstones. */
  const base = new Map<string, Version>();
  const recent = new Map<Revision, Version>();
  let forgotten = compacted;

  function drop(version: Version | undefined): void {
    if (version?.segment !== undefined) noteDead(version.segment, version.key, version.entry?.value, erasure);
  }

  return {
    add(record: LogRecord, segment: Segment): void {
      if (record.type === 'compact') {
        forgotten = Math.max(forgotten, record.revision);
        return;
      }
      const value = record.type === 'put' ? record.value : undefined;
      segment.written += recordBytes(record.key, value);
      if (record.revision > compacted) {
        drop(recent.get(record.revision));
        recent.set(record.revision, versionOf(record, segment));
        return;
      }
      const known = base.get(record.key);
      if (known !== undefined && known.revision > record.revision) {
        noteDead(segment, record.key, value, erasure);
        return;
      }
      drop(known);
      base.set(record.key, versionOf(record, segment));
    },
    finish(): Versions {
      const versions = createVersions(compacted, erasure);
      for (const version of base.values()) if (version.entry !== undefined) insert(version, versions.load);
      for (let revision = compacted + 1, left = recent.size; left > 0; revision += 1, left -= 1) {
        const version = recent.get(revision);
        if (version === undefined) throw new StoreDamagedError(directory, `revision ${revision} is missing`);
        insert(version, versions.add);
      }
      versions.forget(forgotten);
      return versions;

      function insert(version: Version, add: (version: Version) => void): void {
        const { segment } = version;
        version.segment = undefined;
        add(version);
        if (segment !== undefined) versions.setSegment(version, segment);
      }
    },
  };
}

function versionOf(record: Exclude<LogRecord, { type: 'compact' }>, segment: Segment): Version {
  const { key, revision } = record;
  const isPut = record.type === 'put';
  const entry: Entry | undefined = isPut ? { key, value: ownBytes(record.value), revision } : undefined;
  return { key, revision, entry, expiresAt: isPut ? record.expiresAt : 0, previous: undefined, segment };
}

/** A copy that keeps no larger buffer alive. The watch cache shares these bytes. */
export function ownBytes(value: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(value.byteLength);
  copy.set(value);
  return copy;
}
