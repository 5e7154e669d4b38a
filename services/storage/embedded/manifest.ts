import { open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { StoreUnavailableError, type Revision } from '../store.js';
import { StoreDamagedError } from './damage.js';
import { codeOf, syncDirectory } from './files.js';

/** The version of the file layout. Version 1 is LMDB. */
export const FORMAT_VERSION = 2;

/**
 * The manifest of a log: its segments in order. The file is replaced atomically. Segments that it does not name are
 * leftovers of a killed process.
 */
export interface Manifest {
  readonly segments: readonly SegmentEntry[];
  /** States before this revision are compacted. */
  readonly compacted: Revision;
}

export interface SegmentEntry {
  readonly id: number;
  /** Length of a sealed segment. Bytes after it were never acknowledged. */
  readonly length?: number;
  /** File size of the segment that is written to. Absent for sealed ones. */
  readonly capacity?: number;
}

const MANIFEST = 'manifest';

/** The path of the log. `generation` is that of its holder. */
export function logDirectory(directory: string, generation: number): string {
  return join(directory, `log.${generation}`);
}

/** The generations of the logs in a directory: at most one, except during a takeover or after damage. */
export async function logGenerations(directory: string): Promise<number[]> {
  const names = await readdir(directory);
  return names.filter((name) => /^log\.\d+$/.test(name)).map((name) => Number(name.slice('log.'.length)));
}

export function manifestPath(log: string): string {
  return join(log, MANIFEST);
}

function manifestText(manifest: Manifest): string {
  const body = JSON.stringify({ format: FORMAT_VERSION, ...manifest });
  return `${checksum(body)} ${body}\n`;
}

/** Replaces the manifest durably. `log` is the directory of the log. */
export async function writeManifest(log: string, manifest: Manifest): Promise<void> {
  const draft = join(log, `${MANIFEST}.tmp`);
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(manifestText(manifest));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, manifestPath(log));
  await syncDirectory(log);
}

/** What is wrong with the file, which must hold `manifest`; undefined if nothing is. Reads no more than it must hold. */
export async function manifestFault(log: string, manifest: Manifest): Promise<string | undefined> {
  const expected = Buffer.from(manifestText(manifest));
  try {
    const file = await open(manifestPath(log), 'r');
    try {
      const { size } = await file.stat();
      if (size !== expected.length) return `has ${size} bytes, expected ${expected.length}`;
      const { buffer, bytesRead } = await file.read(Buffer.alloc(expected.length), 0, expected.length, 0);
      return bytesRead === expected.length && buffer.equals(expected) ? undefined : 'differs from what was written';
    } finally {
      await file.close();
    }
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'is missing' : `cannot be read (${errorMessage(error)})`;
  }
}

/** Rejects with StoreDamagedError, which names `directory`, and with StoreUnavailableError for a newer format. */
export async function readManifest(log: string, directory: string): Promise<Manifest> {
  const text = await readFile(manifestPath(log), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') throw new StoreDamagedError(directory, 'the manifest is missing');
    throw error;
  });
  const match = /^([0-9a-f]{8}) (\{[^\n]*\})\n$/.exec(text);
  const [, sum, body = ''] = match ?? [];
  if (sum === undefined || checksum(body) !== sum) {
    throw new StoreDamagedError(directory, `the manifest of ${text.length} characters has a wrong checksum`);
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
