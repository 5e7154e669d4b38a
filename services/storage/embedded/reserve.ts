import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './files.js';

/** Space reserved for the lock and the manifest, so that a store on a full disk can be opened. */
const BYTES = 1024 * 1024;

function reservePath(directory: string): string {
  return join(directory, 'reserve');
}

/** Creates the reserve file if it is missing. */
export async function keepReserve(directory: string): Promise<void> {
  const path = reservePath(directory);
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size < BYTES) await writeFile(path, Buffer.alloc(BYTES), { mode: 0o600 });
}

/** Runs `work`. When the disk is full, removes the reserve file and runs it again. */
export async function withReserve<T>(directory: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) !== 'ENOSPC' && codeOf(error) !== 'EDQUOT') throw error;
    await rm(reservePath(directory), { force: true });
    return work();
  }
}
