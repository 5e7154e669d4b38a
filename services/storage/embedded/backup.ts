import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDirectory } from '@pilothouse/runtime/files/directory.js';
import type { Revision } from '../store.js';
import { codeOf, syncDirectory } from './files.js';
import { logDirectory } from './manifest.js';
import { readStore } from './reading.js';
import { writeSnapshot, type StoreState } from './snapshot.js';

/** What a copy of a store has in it. */
export interface StoreSummary {
  readonly objects: number;
  readonly revision: Revision;
}

/** Parts of a data directory that are no store: keys, certificates, and the file that names them to clients. */
const BESIDE = ['certificates', 'kubeconfig'];
const STORE = 'store';
/** The generation of a log that no process has held yet. */
const GENERATION = 0;

/**
 * How far revisions go on at a restore: further than anybody can have written since the backup, so that no version which a
 * client has seen comes again for another state.
 */
export const RESTORE_GAP = 1_000_000_000;

export interface BackupOptions {
  /** The data directory of a server, which may run. */
  readonly dataDirectory: string;
  /** Made; it has the form of a data directory. */
  readonly to: string;
}

/**
 * Copies the store of a data directory as it is at one moment, and what stands beside it. Everything that was acknowledged
 * before the call is in it. The copy is read through before it gets its name. Rejects with StoreUnavailableError, or with the
 * error of a file.
 */
export async function backUp({ dataDirectory, to }: BackupOptions): Promise<StoreSummary> {
  await requireVacant(to);
  return madeAside(to, async (draft) => {
    const store = join(draft, STORE);
    await mkdir(store, { mode: 0o700 });
    const summary = await writeStore(store, await readStore(join(dataDirectory, STORE)));
    await copyBeside(dataDirectory, draft);
    return summary;
  });
}

export interface RestoreOptions {
  readonly from: string;
  /** Not there yet, or empty. */
  readonly dataDirectory: string;
}

/**
 * Makes a data directory of a backup. The state is that of the backup, at a revision that is {@link RESTORE_GAP} further; older
 * ones count as compacted, so that clients that watch read everything again. Rejects as {@link backUp} does.
 */
export async function restore({ from, dataDirectory }: RestoreOptions): Promise<StoreSummary> {
  await requireVacant(dataDirectory);
  const state = await readStore(join(from, STORE));
  const made = await makeDirectory(dataDirectory, 0o700);
  try {
    return await madeAside(join(dataDirectory, STORE), async (draft) => {
      const summary = await writeStore(draft, { ...state, revision: state.revision + RESTORE_GAP });
      await copyBeside(from, dataDirectory);
      return summary;
    });
  } catch (error) {
    if (made !== undefined) await rm(made, { recursive: true, force: true });
    throw error;
  }
}

/** Writes a state as a store that no process has opened yet, and reads it again. */
async function writeStore(directory: string, state: StoreState): Promise<StoreSummary> {
  const log = logDirectory(directory, GENERATION);
  await mkdir(log, { mode: 0o700 });
  await writeSnapshot(log, state);
  const { entries, revision } = await readStore(directory);
  if (entries.length !== state.entries.length || revision !== state.revision) {
    throw new Error(`${directory} has ${entries.length} objects of ${state.entries.length} after it was written`);
  }
  return { objects: entries.length, revision };
}

/** Makes a directory under another name, and gives it its own at the end. Nothing is left of what fails. */
async function madeAside<T>(directory: string, make: (draft: string) => Promise<T>): Promise<T> {
  const draft = `${directory}.${randomUUID()}.partial`;
  await makeDirectory(dirname(directory), 0o777);
  await mkdir(draft, { mode: 0o700 });
  try {
    const result = await make(draft);
    await rename(draft, directory);
    await syncDirectory(dirname(directory));
    return result;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function copyBeside(from: string, to: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => BESIDE.includes(name));
  for (const name of names) await cp(join(from, name), join(to, name), { recursive: true, preserveTimestamps: true });
}

async function requireVacant(directory: string): Promise<void> {
  const present = await readdir(directory).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  // A file system of its own has this from the start.
  if (present.some((name) => name !== 'lost+found'))
    throw new Error(`${directory} is not empty; nothing is written over`);
}
