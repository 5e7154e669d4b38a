import { randomUUID } from 'node:crypto';
import { chmod, cp, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { makeDirectory } from '@pilothouse/runtime/files/directory.js';
import { StoreUnavailableError, type Revision } from '../store.js';
import { createCompaction } from './compaction.js';
import { decodeLogRecord, FORMAT_VERSION, isVersionOf, keyOf, readNumber, recordKey, versionOf } from './encoding.js';
import { openEnvironment } from './environment.js';
import { lockDirectory } from './lock.js';
import { openReadOnly, requireStore } from './read-only.js';
import { createState } from './state.js';

/** What a copy of a store has in it. */
export interface StoreSummary {
  readonly objects: number;
  readonly revision: Revision;
}

/** Parts of a data directory that are no store: keys, certificates, and who is told of them. */
const BESIDE = ['certificates', 'kubeconfig'];
const STORE = 'store';
const CHUNK = 1000;

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
    const source = await openReadOnly(join(dataDirectory, STORE));
    try {
      await source.copy(store);
    } finally {
      await source.close();
    }
    const summary = await verifyStore(store);
    await rm(join(store, 'lock.mdb'), { force: true });
    await chmod(join(store, 'data.mdb'), 0o600);
    await flush(join(store, 'data.mdb'));
    await copyBeside(dataDirectory, draft);
    return summary;
  });
}

export interface RestoreOptions {
  readonly from: string;
  /** Not there yet, or empty. */
  readonly dataDirectory: string;
  readonly now: () => Date;
}

/**
 * Makes a data directory of a backup. The state is that of the backup, at a revision that is {@link RESTORE_GAP} further; older
 * ones count as compacted, so that whoever watches reads everything anew. Rejects as {@link backUp} does.
 */
export async function restore({ from, dataDirectory, now }: RestoreOptions): Promise<StoreSummary> {
  await requireVacant(dataDirectory);
  await requireStore(join(from, STORE));
  const made = await makeDirectory(dataDirectory, 0o700);
  try {
    return await madeAside(join(dataDirectory, STORE), async (draft) => {
      const file = join(draft, 'data.mdb');
      await cp(join(from, STORE, 'data.mdb'), file);
      await chmod(file, 0o600);
      const { objects } = await verifyStore(draft);
      const revision = await moveOn(draft, now());
      await copyBeside(from, dataDirectory);
      return { objects, revision };
    });
  } catch (error) {
    if (made !== undefined) await rm(made, { recursive: true, force: true });
    throw error;
  }
}

/** Forgets everything but the present state, and puts the revision up. */
async function moveOn(directory: string, now: Date): Promise<Revision> {
  const lock = await lockDirectory(directory, 'a restore', now);
  try {
    const env = await openEnvironment({
      directory,
      durable: true,
      generation: lock.generation,
      commitTimeoutMs: 600_000,
    });
    try {
      const state = createState(env, new AbortController().signal);
      const compaction = createCompaction(state, {
        run: (body) => body(),
        intervalMs: 0,
        onError(error) {
          throw error;
        },
      });
      // What former compactions have left is freed first: only then does a new one free the rest.
      await compaction.idle();
      await compaction.compact(state.revision);
      await compaction.idle();
      const revision = state.revision + RESTORE_GAP;
      await env.commit(() => env.putCompacted(revision));
      if (env.lastRevision() !== revision) throw new Error(`${directory} cannot be put at revision ${revision}`);
      return revision;
    } finally {
      await env.close();
    }
  } finally {
    await lock.release();
  }
}

/** Reads everything. Rejects where something is missing, or was written by a newer version. */
async function verifyStore(directory: string): Promise<StoreSummary> {
  const { records, log, number, close } = await openReadOnly(directory);
  const damaged = (what: string) => new StoreUnavailableError(`${directory} is damaged: ${what}`, false);
  try {
    const format = number('format');
    if (format === undefined || format > FORMAT_VERSION) {
      throw new StoreUnavailableError(
        `${directory} has format ${format ?? 'none'}; this reads ${FORMAT_VERSION}`,
        false,
      );
    }
    let [objects, read] = [0, 0];
    let before: Buffer | undefined;
    for (const { key: record } of records.getRange({})) {
      const key = keyOf(record);
      if (before === undefined || !key.equals(before)) objects += versionOf(record).deleted ? 0 : 1;
      before = key;
      if (++read % CHUNK === 0) await nextTurn();
    }
    let revision = number('compacted') ?? 1;
    for (const { key: place, value } of log.getRange({})) {
      revision = readNumber(place);
      const { key, deleted } = decodeLogRecord(value);
      const wanted = recordKey(key, revision, deleted);
      const [found] = [...records.getKeys({ start: wanted, limit: 1 })];
      if (found === undefined || !isVersionOf(found, key) || versionOf(found).revision !== revision) {
        throw damaged(`revision ${revision} is missing`);
      }
      if (++read % CHUNK === 0) await nextTurn();
    }
    return { objects, revision };
  } finally {
    await close();
  }
}

/** Makes a directory under another name, and gives it its own at the end. Nothing is left of what fails. */
async function madeAside<T>(directory: string, make: (draft: string) => Promise<T>): Promise<T> {
  const draft = `${directory}.${randomUUID()}.partial`;
  await makeDirectory(dirname(directory), 0o777);
  await mkdir(draft, { mode: 0o700 });
  try {
    const result = await make(draft);
    await rename(draft, directory);
    await flush(dirname(directory));
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
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  // A file system of its own has this from the start.
  if (present.some((name) => name !== 'lost+found'))
    throw new Error(`${directory} is not empty; nothing is written over`);
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
