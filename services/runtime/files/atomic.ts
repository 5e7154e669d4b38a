import { randomBytes } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeDirectory } from './directory.js';

export interface WriteFileOptions {
  /** Permission bits; set before the content is written. */
  readonly mode: number;
  /** The owner; the current user when absent. Rejects if changing the owner is not permitted. */
  readonly owner?: FileOwner | undefined;
}

export interface FileOwner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Replaces a file atomically (write, fsync, rename): readers see the old or the new content, even after a crash.
 * Creates missing parent directories with access for the owner only.
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

/** Sets the mode after the owner, because chown can clear mode bits. */
async function giveTo(file: FileHandle, { uid, gid }: FileOwner, mode: number): Promise<void> {
  const own = await file.stat();
  if (own.uid !== uid || own.gid !== gid) await file.chown(uid, gid);
  await file.chmod(mode);
}

/** Makes a rename durable. Does nothing on systems where directories cannot be opened (Windows). */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
