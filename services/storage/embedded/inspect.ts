import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Revision } from '../store.js';
import { codeOf } from './files.js';
import { DATA_FILE } from './lmdb/files.js';
import { lockHolder, type LockHolder } from './lock.js';
import { FORMAT_VERSION, logDirectory, logGenerations } from './manifest.js';
import { readStore } from './reading.js';
import type { OnBytes } from './recovery.js';

/** What is in the directory of a store. */
export interface StoreInspection {
  readonly format: number;
  /** Number of segments, those ahead of need included. */
  readonly segments: number;
  /** Bytes of all files of the log. */
  readonly bytes: number;
  readonly objects: number;
  readonly revision: Revision;
  /** The process that has the store open; undefined if none has. */
  readonly holder: LockHolder | undefined;
}

/**
 * Reads a store whole and verifies every checksum, while a server may be writing to it. Writes nothing. Rejects as
 * {@link readStore} does.
 */
export async function inspectStore(directory: string, onBytes?: OnBytes): Promise<StoreInspection> {
  const { entries, revision } = await readStore(directory, onBytes);
  const generations = await logGenerations(directory);
  const path = generations.length === 0 ? directory : logDirectory(directory, Math.max(...generations));
  const names = await readdir(path);
  const isData = (name: string): boolean => name.endsWith('.segment') || name === DATA_FILE;
  const sizes = await Promise.all(names.map((name) => sizeOf(join(path, name))));
  return {
    format: generations.length === 0 ? 1 : FORMAT_VERSION,
    segments: names.filter(isData).length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    objects: entries.length,
    revision,
    holder: await lockHolder(directory),
  };
}

/** 0 for a file that the server has removed. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0;
    throw error;
  }
}
