import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Makes a directory and its missing parents. Returns the first directory that it made; undefined where all exist. Rejects
 * with the system's error. Node's own recursive `mkdir` does not end below a directory such as /proc, which takes no new
 * entries and reports a missing parent instead.
 */
export async function makeDirectory(path: string, mode: number): Promise<string | undefined> {
  const target = resolve(path);
  try {
    await mkdir(target, { mode });
    return target;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST' && (await isDirectory(target))) return undefined;
    const parent = dirname(target);
    if (code !== 'ENOENT' || parent === target || (await isDirectory(parent))) throw error;
    const made = await makeDirectory(parent, mode);
    return (await makeDirectory(target, mode)) === undefined ? made : (made ?? target);
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
