import { open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { StoreUnavailableError, type Revision } from '../store.js';
import { StoreDamagedError } from './damage.js';
import { codeOf, syncDirectory } from './files.js';

/** The version of the layout of files. 1 is the former one, of LMDB. */
export const FORMAT_VERSION = 2;

/**
 * The manifest of a log: which segments it consists of, in the order in which they are read. Its file is replaced in one
 * step. Segments that it does not name are leftovers of a process that was killed.
 */
export interface Manifest {
  readonly segments: readonly SegmentEntry[];
  /** States before this revision are forgotten, at least. */
  readonly compacted: Revision;
}

export interface SegmentEntry {
  readonly id: number;
  /** Bytes that count, for a segment that is sealed: what is behind them was never acknowledged. */
  readonly length?: number;
  /** The size of the file of the segment that is written to. Absent for sealed ones. */
  readonly capacity?: number;
}

const MANIFEST = 'manifest';

/** Where the files of the log are; the number is the generation of the holder. */
export function logDirectory(directory: string, generation: number): string {
  return join(directory, `log.${generation}`);
}

/** The generations of the logs in a directory: one at most, but while a process takes over or when something is wrong. */
export async function logGenerations(directory: string): Promise<number[]> {
  const names = await readdir(directory);
  return names.filter((name) => /^log\.\d+$/.test(name)).map((name) => Number(name.slice('log.'.length)));
}

/** Replaces the manifest, and makes that durable. `log` is the directory of the log. */
export async function writeManifest(log: string, manifest: Manifest): Promise<void> {
  const body = JSON.stringify({ format: FORMAT_VERSION, ...manifest });
  const draft = join(log, `${MANIFEST}.tmp`);
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(`${checksum(body)} ${body}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(log, MANIFEST));
  await syncDirectory(log);
}

/** Rejects with StoreDamagedError, which names `directory`, and with StoreUnavailableError for a newer format. */
export async function readManifest(log: string, directory: string): Promise<Manifest> {
  const text = await readFile(join(log, MANIFEST), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') throw new StoreDamagedError(directory, 'the manifest is missing');
    throw error;
  });
  const match = /^([0-9a-f]{8}) (\{[^\n]*\})\n$/.exec(text);
  const [, sum, body = ''] = match ?? [];
  if (sum === undefined || checksum(body) !== sum) {
    throw new StoreDamagedError(directory, `the manifest of ${text.length} characters does not have its checksum`);
  }
  const { format, ...manifest } = JSON.parse(body) as Manifest & { readonly format: number };
  if (format > FORMAT_VERSION) {
    throw new StoreUnavailableError(
      `${directory} has format ${format}, written by a newer version; this one reads up to ${FORMAT_VERSION}`,
      false,
    );
  }
  return manifest;
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
