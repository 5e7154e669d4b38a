import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ROOT } from '../support/root.js';

/** One folder for each release that wrote one. */
export const FIXTURES = join(ROOT, 'test-e2e/fixtures/stored-data');

/** Copies the files of a store, each compressed: preallocated segments are mostly zeros. The lock names a process and stays behind. */
export async function pack(from: string, to: string): Promise<void> {
  for (const path of await filesIn(from)) {
    if (path.startsWith('lock.')) continue;
    const bytes = gzipSync(await readFile(join(from, path)), { level: 9 });
    await writeIn(to, `${path}.gz`, bytes);
  }
}

export async function unpack(from: string, to: string): Promise<void> {
  for (const path of await filesIn(from)) {
    await writeIn(to, path.replace(/\.gz$/, ''), gunzipSync(await readFile(join(from, path))));
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

async function writeIn(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, bytes, { mode: 0o600 });
}
