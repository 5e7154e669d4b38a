import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDirectory } from '@pilothouse/runtime/files/directory.js';
import type { Revision } from '../store.js';
import { codeOf, syncDirectory } from './files.js';
import { logDirectory } from './manifest.js';
import type { OnProgress, StoreProgress } from './progress.js';
import { readStore } from './reading.js';
import type { OnBytes } from './recovery.js';
import { writeSnapshot, type StoreState } from './snapshot.js';

/** The content of a copied store. */
export interface StoreSummary {
  readonly objects: number;
  readonly revision: Revision;
}

/** Files of a data directory outside the store: keys, certificates and the kubeconfig. */
const OTHER_FILES = ['certificates', 'kubeconfig'];
const STORE = 'store';
/** The generation of a log that no process has claimed. */
const GENERATION = 0;

/**
 * How far a restore advances the revision. Larger than the number of writes possible since the backup, so that no
 * resourceVersion that a client has seen names a different state.
 */
export const RESTORE_GAP = 1_000_000_000;

export interface BackupOptions {
  /** The data directory of a server, which may be running. */
  readonly dataDirectory: string;
  /** The directory to create, in the layout of a data directory. */
  readonly to: string;
  readonly onProgress?: OnProgress;
}

/**
 * Copies a consistent snapshot of the store and the other files of a data directory. The copy contains every write
 * acknowledged before the call. It is read back before it is renamed to its final name. Rejects with
 * StoreUnavailableError or a file system error.
 */
export async function backUp({ dataDirectory, to, onProgress }: BackupOptions): Promise<StoreSummary> {
  await requireEmpty(to);
  return createAtomically(to, async (draft) => {
    const store = join(draft, STORE);
    await mkdir(store, { mode: 0o700 });
    const state = await readStore(join(dataDirectory, STORE), bytesOf('read', onProgress));
    const summary = await writeStore(store, state, onProgress);
    await copyOtherFiles(dataDirectory, draft);
    return summary;
  });
}

export interface RestoreOptions {
  readonly from: string;
  /** Missing or empty. */
  readonly dataDirectory: string;
  readonly onProgress?: OnProgress;
}

/**
 * Creates a data directory from a backup. The state gets a revision {@link RESTORE_GAP} later, and earlier revisions
 * count as compacted, so that watching clients relist. Rejects as {@link backUp} does.
 */
export async function restore({ from, dataDirectory, onProgress }: RestoreOptions): Promise<StoreSummary> {
  await requireEmpty(dataDirectory);
  const state = await readStore(join(from, STORE), bytesOf('read', onProgress));
  const made = await makeDirectory(dataDirectory, 0o700);
  try {
    return await createAtomically(join(dataDirectory, STORE), async (draft) => {
      const later = { ...state, revision: state.revision + RESTORE_GAP };
      const summary = await writeStore(draft, later, onProgress);
      await copyOtherFiles(from, dataDirectory);
      return summary;
    });
  } catch (error) {
    if (made !== undefined) await rm(made, { recursive: true, force: true });
    throw error;
  }
}

/** Writes a state as a new store and reads it back. */
async function writeStore(
  directory: string,
  state: StoreState,
  onProgress: OnProgress | undefined,
): Promise<StoreSummary> {
  const log = logDirectory(directory, GENERATION);
  await mkdir(log, { mode: 0o700 });
  const total = state.entries.length;
  await writeSnapshot(log, state, onProgress && ((done) => onProgress({ step: 'write', done, total })));
  const { entries, revision } = await readStore(directory, bytesOf('check', onProgress));
  if (entries.length !== state.entries.length || revision !== state.revision) {
    throw new Error(
      `${directory} has ${entries.length} objects after it was written, expected ${state.entries.length}`,
    );
  }
  return { objects: entries.length, revision };
}

function bytesOf(step: StoreProgress['step'], onProgress: OnProgress | undefined): OnBytes | undefined {
  return onProgress && ((done, total) => onProgress({ step, done, total }));
}

/** Creates a directory atomically: fills a draft and renames it at the end. Removes the draft on failure. */
async function createAtomically<T>(directory: string, make: (draft: string) => Promise<T>): Promise<T> {
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

async function copyOtherFiles(from: string, to: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => OTHER_FILES.includes(name));
  for (const name of names) await cp(join(from, name), join(to, name), { recursive: true, preserveTimestamps: true });
}

async function requireEmpty(directory: string): Promise<void> {
  const present = await readdir(directory).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  // A mounted file system contains this from the start.
  if (present.some((name) => name !== 'lost+found'))
    throw new Error(`${directory} is not empty and is not overwritten`);
}
