import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { RotationOptions } from '../options/audit.js';

export interface Rotation {
  /**
   * Renames the file, and starts the cleanup. Does nothing if another process has renamed the file with this inode, which the
   * caller has open. Rejects if the rename fails.
   */
  readonly rotate: (inode: number) => Promise<void>;
  /** Deletes files beyond the limits in number and age, and compresses the others. */
  readonly clean: () => void;
  /** Resolves once no cleanup is running. */
  readonly settled: () => Promise<void>;
}

export interface RotatedOptions extends Omit<RotationOptions, 'maxSize'> {
  readonly path: string;
  readonly now: () => Date;
  /** Called if old files cannot be deleted or compressed. */
  readonly onError: (error: unknown) => void;
}

const DAY = 86_400_000;
const COMPRESSED = '.gz';
const PARTIAL = '.partial';
const TAKEN = '.taken';
/** Milliseconds after which a partial or taken file is one that a crash left. */
const ABANDONED = 3_600_000;
const FILE_MODE = 0o600;
/** Mode of a file that is being compressed. Lines that are added now may be missing in its compressed form. */
export const SEALED_MODE = 0o400;

/** Rotated files have lumberjack's names: `audit-2026-01-02T03-04-05.678.log` for `audit.log`, in UTC. */
export function createRotation(options: RotatedOptions): Rotation {
  const { path, now, onError } = options;
  const names = oldNames(path);
  let cleaning = Promise.resolve();
  const clean = (): void => {
    cleaning = cleaning.then(() => cleanUp(options)).catch(onError);
  };
  return {
    async rotate(inode) {
      if ((await stat(path)).ino !== inode) return;
      // Another process may still replace the file. The first rename shows which one it is, and replaces no other.
      const taken = names.taken();
      await rename(path, taken);
      if ((await stat(taken)).ino !== inode && (await returned(taken, path))) return;
      await giveName(taken, names, now().getTime());
      clean();
    },
    clean,
    settled: () => cleaning,
  };
}

interface OldNames {
  readonly of: (time: number) => string;
  /** The time of rotation; undefined for other files. */
  readonly timeOf: (name: string) => number | undefined;
  /** Whether it is a compressed file that is not complete. */
  readonly isPartial: (name: string) => boolean;
  /** A path of its own for the file until it gets its name. */
  readonly taken: () => string;
  readonly isTaken: (name: string) => boolean;
}

function oldNames(path: string): OldNames {
  const ending = extname(path);
  const start = `${basename(path, ending)}-`;
  return {
    of: (time) =>
      join(dirname(path), `${start}${new Date(time).toISOString().slice(0, -1).replaceAll(':', '-')}${ending}`),
    isPartial: (name) => name.startsWith(start) && name.endsWith(PARTIAL),
    taken: () => join(dirname(path), start + randomUUID() + TAKEN),
    isTaken: (name) => name.startsWith(start) && name.endsWith(TAKEN),
    timeOf(name) {
      const plain = name.endsWith(COMPRESSED) ? name.slice(0, -COMPRESSED.length) : name;
      if (!plain.startsWith(start) || !plain.endsWith(ending)) return undefined;
      const text = plain.slice(start.length, plain.length - ending.length);
      const match = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2}\.\d{3})$/.exec(text);
      if (match === null) return undefined;
      const [, day = '', hour = '', minute = '', second = ''] = match;
      const time = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
      return Number.isNaN(time) ? undefined : time;
    },
  };
}

/** Puts the file back at the path; false if another one is there, or files cannot have two names. */
async function returned(taken: string, path: string): Promise<boolean> {
  try {
    await link(taken, path);
  } catch {
    return false;
  }
  await rm(taken, { force: true });
  return true;
}

/** Gives the file the name of the time, or the next free one. An empty file reserves the name, so that no process replaces another's. */
async function giveName(taken: string, names: OldNames, from: number): Promise<void> {
  let time = from;
  while (!(await reserved(names.of(time)))) time += 1;
  try {
    await rename(taken, names.of(time));
  } catch (error) {
    await rm(names.of(time), { force: true });
    throw error;
  }
}

async function reserved(name: string): Promise<boolean> {
  try {
    await (await open(name, 'wx', FILE_MODE)).close();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
  if (!(await exists(name + COMPRESSED))) return true;
  await rm(name, { force: true });
  return false;
}

async function cleanUp({ path, maxBackups, maxAge, compress, now }: RotatedOptions): Promise<void> {
  const directory = dirname(path);
  const old = oldNames(path);
  const { timeOf, isPartial, isTaken } = old;
  for (const name of await readdir(directory)) {
    if (!isPartial(name) && !isTaken(name)) continue;
    const file = join(directory, name);
    const found = await stat(file).catch(() => undefined);
    if (found === undefined || now().getTime() - found.ctimeMs <= ABANDONED) continue;
    // A taken file with two names is back at its path.
    if (isPartial(name) || found.nlink > 1) await rm(file, { force: true });
    else await giveName(file, old, Math.trunc(found.mtimeMs));
  }
  const names = await readdir(directory);
  const files = names.flatMap((name) => {
    const time = timeOf(name);
    return time === undefined ? [] : [{ name, time }];
  });
  // A file and its compressed form count once.
  const times = [...new Set(files.map(({ time }) => time))].sort((a, b) => b - a);
  const kept = new Set(maxBackups === 0 ? times : times.slice(0, maxBackups));
  const oldest = maxAge === 0 ? -Infinity : now().getTime() - maxAge * DAY;
  for (const { name, time } of files) {
    const file = join(directory, name);
    if (!kept.has(time) || time < oldest) await rm(file, { force: true });
    else if (compress && !name.endsWith(COMPRESSED)) await compressFile(file);
  }
}

/**
 * Several processes may do this at once. The compressed file appears whole, and the original is deleted last, so that a crash
 * loses nothing. A process that has added lines to the original then sees whether it was sealed before.
 */
async function compressFile(file: string): Promise<void> {
  const target = file + COMPRESSED;
  const partial = `${target}-${process.pid}${PARTIAL}`;
  try {
    // It reserves a name.
    if ((await stat(file)).size === 0) return;
    await chmod(file, SEALED_MODE);
    await pipeline(createReadStream(file), createGzip(), createWriteStream(partial, { mode: FILE_MODE }));
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    // Another process has compressed it.
    if (!(await exists(file))) return;
    throw error;
  }
  await rm(file, { force: true });
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
