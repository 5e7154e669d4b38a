import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a directory and its missing parents. Returns the first directory that it made; undefined where all exist. Rejects
 * with the system's error. Node's own recursive `mkdir` does not end below a directory such as /proc, which takes no new
 * entries and reports a missing parent instead.
 */
export async function makeDirectory(path: string, mode: number): Promise<string | undefined> {
  const target = resolve(path);
  const parent = dirname(target);
  try {
    return await makeOne(target, mode);
  } catch (error) {
    const isMissingParent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissingParent || parent === target) throw error;
  }
  const made = await makeDirectory(parent, mode);
  const last = await makeOne(target, mode);
  return made ?? last;
}

/** Returns undefined where the directory is there. */
async function makeOne(path: string, mode: number): Promise<string | undefined> {
  try {
    await mkdir(path, { mode });
    return path;
  } catch (error) {
    if (await isDirectory(path)) return undefined;
    throw error;
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
