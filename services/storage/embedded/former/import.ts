import { readdir, rename, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '@pilothouse/runtime/files/directory.js';
import { StoreUnavailableError } from '../../store.js';
import { codeOf, syncDirectory } from '../files.js';
import { logGenerations } from '../manifest.js';
import { installLog } from '../log-directory.js';
import { writeSnapshot } from '../snapshot.js';
import { checkDataFile, DATA_FILE, LOCK_FILE } from './files.js';
import { numberBytes, readFormerStore } from './read.js';

/** Where the files of the former format are kept after the import. */
export const FORMER_DIRECTORY = 'former-lmdb';

/** A transaction of LMDB that meets a full disk ends the process (docs/lmdb.md); so much must be free before one is begun. */
const FREE_BYTES = 16 * 1024 * 1024;

/**
 * Writes the newest state of a store in the former format as a log of this generation, and moves the former files to
 * {@link FORMER_DIRECTORY}. Does nothing where there are none. The lock must be held.
 */
export async function importFormerStore(directory: string, generation: number): Promise<void> {
  const names = await readdir(directory);
  if (!names.includes(DATA_FILE)) return;
  if ((await logGenerations(directory)).length === 0) {
    await checkDataFile(directory);
    await fenceOff(directory, generation);
    const state = await readFormerStore(directory);
    await installLog(directory, generation, (draft) => writeSnapshot(draft, state));
  }
  const target = join(directory, FORMER_DIRECTORY);
  await makeDirectory(target, 0o700);
  for (const name of [LOCK_FILE, DATA_FILE]) {
    await rename(join(directory, name), join(target, name)).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
    });
  }
  await syncDirectory(directory);
}

/** From then on, a process of the former version that still runs refuses writes: what is read afterwards is final. */
async function fenceOff(directory: string, generation: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < FREE_BYTES) {
    const text = `${directory} has the format of a former version, and its import needs ${FREE_BYTES} bytes of free space`;
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
