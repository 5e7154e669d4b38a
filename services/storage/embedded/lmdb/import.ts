import { readdir, rename, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '@pilothouse/runtime/files/directory.js';
import { StoreUnavailableError } from '../../store.js';
import { codeOf, syncDirectory } from '../files.js';
import { logGenerations } from '../manifest.js';
import { installLog } from '../log-directory.js';
import { writeSnapshot } from '../snapshot.js';
import { checkDataFile, DATA_FILE, LOCK_FILE } from './files.js';
import { numberBytes, readLmdbStore } from './read.js';

/** The directory that keeps the LMDB files after the import. */
export const LMDB_DIRECTORY = 'former-lmdb';

/** LMDB crashes the process when a transaction meets a full disk (docs/lmdb.md), so this much space must be free. */
const FREE_BYTES = 16 * 1024 * 1024;

/**
 * Imports the newest state of an LMDB store as a log of this generation, and moves the LMDB files to {@link
 * LMDB_DIRECTORY}. Does nothing if there are none. The caller holds the lock.
 */
export async function importLmdbStore(directory: string, generation: number): Promise<void> {
  const names = await readdir(directory);
  if (!names.includes(DATA_FILE)) return;
  if ((await logGenerations(directory)).length === 0) {
    await checkDataFile(directory);
    await fenceOldProcess(directory, generation);
    const state = await readLmdbStore(directory);
    await installLog(directory, generation, (draft) => writeSnapshot(draft, state));
  }
  const target = join(directory, LMDB_DIRECTORY);
  await makeDirectory(target, 0o700);
  for (const name of [LOCK_FILE, DATA_FILE]) {
    await rename(join(directory, name), join(target, name)).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
    });
  }
  await syncDirectory(directory);
}

/**
 * Fences a process of the older version that still runs: it refuses writes from then on, so the state read afterwards
 * is final.
 */
async function fenceOldProcess(directory: string, generation: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < FREE_BYTES) {
    const text = `${directory} has the LMDB format; the import needs ${FREE_BYTES} bytes of free space`;
    throw new StoreUnavailableError(text, false);
  }
  const { open } = await import('lmdb');
  const root = open({ path: directory, noSubdir: false, maxDbs: 4, overlappingSync: false, eventTurnBatching: false });
  try {
    const meta = root.openDB<Buffer, string>('meta', { encoding: 'binary', useVersions: true });
    await meta.put('holder', numberBytes(generation), generation);
  } finally {
    await root.close();
  }
}
