import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreDamagedError } from './damage.js';
import { codeOf, syncDirectory } from './files.js';
import { logDirectory, logGenerations, writeManifest } from './manifest.js';

/** The generation of an empty log. */
const FIRST_GENERATION = 0;

/** Creates an empty log if the directory is empty. A directory with a lock file must have a log. */
export async function ensureLog(directory: string): Promise<void> {
  const names = await readdir(directory);
  if (names.some((name) => /^(log|lock)\.\d+$/.test(name) || name === 'data.mdb')) return;
  await installLog(directory, FIRST_GENERATION, (draft) => writeManifest(draft, { segments: [], compacted: 1 }));
}

/** Creates a log under a draft name and renames it. Another process may be faster, and may remove the draft. */
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
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(codeOf(error) ?? '')) throw error;
  }
}

/**
 * Claims the log for this generation: renames its directory, so that paths of previous holders no longer resolve.
 * Returns the path. Rejects with StoreDamagedError if there is no log.
 */
export async function claimLog(directory: string, generation: number): Promise<string> {
  const target = logDirectory(directory, generation);
  for (;;) {
    const found = await logGenerations(directory);
    const newest = Math.max(...found);
    if (found.length === 0) throw new StoreDamagedError(directory, 'a lock exists without a log');
    // Another process found the directory empty at the same time.
    if (newest > FIRST_GENERATION)
      await rm(logDirectory(directory, FIRST_GENERATION), { recursive: true, force: true });
    if (newest === generation) return target;
    if (newest > generation) throw new StoreDamagedError(directory, `a log of generation ${newest} exists`);
    try {
      await rename(logDirectory(directory, newest), target);
      await syncDirectory(directory);
      return target;
    } catch (error) {
      // Another process takes over at the same time: list again.
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
}

/** Removes leftovers of killed processes: drafts of logs, and segments that the manifest does not name. */
export async function removeLeftovers(directory: string, log: string, ids: readonly number[]): Promise<void> {
  for (const name of await readdir(directory)) {
    if (/^log\..*\.partial$/.test(name)) await rm(join(directory, name), { recursive: true, force: true });
  }
  const known = new Set(ids);
  for (const name of await readdir(log)) {
    const id = /^(\d+)\.(?:segment|acknowledged)$/.exec(name)?.[1];
    if (id !== undefined && !known.has(Number(id))) await rm(join(log, name), { force: true });
  }
}
