import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Creates a directory and its missing parents. Returns the first directory that it created; undefined if all exist.
 * Rejects with the system error. Node's recursive `mkdir` loops forever below a directory such as /proc, which accepts
 * no new entries and reports a missing parent.
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

/** Returns undefined if the directory exists. */
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
