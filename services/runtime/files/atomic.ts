import { randomBytes } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeDirectory } from './directory.js';

export interface WriteFileOptions {
  /** Permission bits of the file; it has them before its text gets in. */
  readonly mode: number;
  /** Whose it is to be; the writer's when absent. Rejects where he may not give it away. */
  readonly owner?: FileOwner | undefined;
}

export interface FileOwner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Replaces the file in one step: readers see the old text or the new one, also after a crash. Directories on the way
 * are made, closed to others.
 */
export async function writeFileAtomically(
  path: string,
  text: string,
  { mode, owner }: WriteFileOptions,
): Promise<void> {
  const directory = dirname(path);
  await makeDirectory(directory, 0o700);
  const temporary = join(directory, `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      if (owner !== undefined) await giveTo(file, owner, mode);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(directory);
}

/** The mode once more: what a new file has of it depends on who makes it. */
async function giveTo(file: FileHandle, { uid, gid }: FileOwner, mode: number): Promise<void> {
  const own = await file.stat();
  if (own.uid !== uid || own.gid !== gid) await file.chown(uid, gid);
  await file.chmod(mode);
}

/** Makes a rename last. Where directories cannot be opened (Windows) there is nothing to do. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
