import { randomInt } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { Revision } from '../store.js';
import { writeAll } from './files.js';
import { writeManifest, type SegmentEntry } from './manifest.js';
import { encodeBatch, recordBytes, type LogRecord } from './record.js';
import { encodeHeader, segmentPath } from './segment.js';

/** An entry of a snapshot. */
export type SnapshotEntry = Extract<LogRecord, { type: 'put' }>;

/** The newest state of a store. */
export interface StoreState {
  readonly entries: readonly SnapshotEntry[];
  readonly revision: Revision;
}

const BATCH_BYTES = 1024 * 1024;
const SEGMENT_BYTES = 16 * 1024 * 1024;

/**
 * Writes a durable log with a single state into an empty directory. The next revision follows `revision`, which must
 * not be lower than those of the entries. Earlier states count as compacted. `onEntries` may throw, which rejects.
 */
export async function writeSnapshot(
  log: string,
  { entries, revision }: StoreState,
  onEntries?: (done: number) => void,
): Promise<void> {
  const segments: SegmentEntry[] = [];
  let current: OpenSegment | undefined;
  let batch: SnapshotEntry[] = [];
  let bytes = 0;
  let done = 0;

  async function finish({ id, file, length }: OpenSegment): Promise<void> {
    await file.sync();
    await file.close();
    segments.push({ id, length });
    current = undefined;
  }

  async function flush(): Promise<void> {
    if (batch.length === 0) return;
    current ??= await openSegment(log, segments.length + 1);
    const encoded = encodeBatch(batch, current.salt);
    await writeAll(current.file, encoded, current.length);
    current.length += encoded.length;
    done += batch.length;
    [batch, bytes] = [[], 0];
    onEntries?.(done);
    if (current.length >= SEGMENT_BYTES) await finish(current);
  }

  try {
    for (const entry of entries) {
      batch.push(entry);
      bytes += recordBytes(entry.key, entry.value);
      if (bytes >= BATCH_BYTES) await flush();
    }
    await flush();
    if (current !== undefined) await finish(current);
  } finally {
    await current?.file.close();
  }
  await writeManifest(log, { segments, compacted: revision });
}

interface OpenSegment {
  readonly id: number;
  readonly salt: number;
  readonly file: FileHandle;
  length: number;
}

async function openSegment(log: string, id: number): Promise<OpenSegment> {
  const salt = randomInt(2 ** 32);
  const header = encodeHeader(id, salt);
  const file = await open(segmentPath(log, id), 'wx', 0o600);
  await writeAll(file, header, 0);
  return { id, salt, file, length: header.length };
}
