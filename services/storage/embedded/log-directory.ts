import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreDamagedError } from './damage.js';
import { codeOf, syncDirectory } from './files.js';
import { logDirectory, logGenerations, writeManifest } from './manifest.js';

/** A log that nothing was written to. */
const FIRST_GENERATION = 0;

/** Makes an empty log where there is nothing in the directory yet. A directory that was locked before must have one. */
export async function ensureLog(directory: string): Promise<void> {
  const names = await readdir(directory);
  if (names.some((name) => /^(log|lock)\.\d+$/.test(name) || name === 'data.mdb')) return;
  await installLog(directory, FIRST_GENERATION, (draft) => writeManifest(draft, { segments: [], compacted: 1 }));
}

/** Makes a log under another name, and renames it in one step. Another process may have been faster. */
export async function installLog(
  directory: string,
  generation: number,
  make: (draft: string) => Promise<unknown>,
): Promise<void> {
  const draft = join(directory, `log.${process.pid}.${performance.now()}.partial`);
  await mkdir(draft, { mode: 0o700 });
  try {
    await make(draft);
    await rename(draft, logDirectory(directory, generation));
    await syncDirectory(directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
  }
}

/**
 * Gives the log to the holder of this generation, which is greater than that of every holder before: its directory gets the
 * holder's name, so that no path of a former holder leads there any more. Returns the path. Rejects with StoreDamagedError where
 * there is no log.
 */
export async function claimLog(directory: string, generation: number): Promise<string> {
  const target = logDirectory(directory, generation);
  for (;;) {
    const found = await logGenerations(directory);
    const newest = Math.max(...found);
    if (found.length === 0) throw new StoreDamagedError(directory, 'there is a lock and no log beside it');
    // Another process has found the directory empty at the same time as the first holder.
    if (newest > FIRST_GENERATION)
      await rm(logDirectory(directory, FIRST_GENERATION), { recursive: true, force: true });
    if (newest === generation) return target;
    if (newest > generation) throw new StoreDamagedError(directory, `there is a log of generation ${newest}`);
    try {
      await rename(logDirectory(directory, newest), target);
      await syncDirectory(directory);
      return target;
    } catch (error) {
      // Another process takes over at the same time: look again.
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
}

/** Removes what a process has left behind that was killed: segments that the manifest does not name. */
export async function removeLeftovers(log: string, ids: readonly number[]): Promise<void> {
  const known = new Set(ids);
  for (const name of await readdir(log)) {
    const id = /^(\d+)\.(?:segment|acknowledged)$/.exec(name)?.[1];
    if (id !== undefined && !known.has(Number(id))) await rm(join(log, name), { force: true });
  }
}
