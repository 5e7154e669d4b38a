import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { RotationOptions } from '../options/audit.js';

export interface Rotation {
  /** Renames the file, and starts the cleanup. Rejects if the rename fails. */
  readonly rotate: () => Promise<void>;
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
/** Milliseconds after which a partial file is one that a crash left. */
const ABANDONED = 3_600_000;
const FILE_MODE = 0o600;

/** Rotated files have lumberjack's names: `audit-2026-01-02T03-04-05.678.log` for `audit.log`, in UTC. */
export function createRotation(options: RotatedOptions): Rotation {
  const { path, now, onError } = options;
  const names = oldNames(path);
  let cleaning = Promise.resolve();
  const clean = (): void => {
    cleaning = cleaning.then(() => cleanUp(options)).catch(onError);
  };
  return {
    async rotate() {
      let time = now().getTime();
      while ((await exists(names.of(time))) || (await exists(names.of(time) + COMPRESSED))) time += 1;
      await rename(path, names.of(time));
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
}

function oldNames(path: string): OldNames {
  const ending = extname(path);
  const start = `${basename(path, ending)}-`;
  return {
    of: (time) =>
      join(dirname(path), `${start}${new Date(time).toISOString().slice(0, -1).replaceAll(':', '-')}${ending}`),
    isPartial: (name) => name.startsWith(start) && name.endsWith(PARTIAL),
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

async function cleanUp({ path, maxBackups, maxAge, compress, now }: RotatedOptions): Promise<void> {
  const directory = dirname(path);
  const { timeOf, isPartial } = oldNames(path);
  const names = await readdir(directory);
  for (const file of names.filter(isPartial).map((name) => join(directory, name))) {
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && now().getTime() - found.mtimeMs > ABANDONED) await rm(file, { force: true });
  }
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
 * loses nothing.
 */
async function compressFile(file: string): Promise<void> {
  const target = file + COMPRESSED;
  const partial = `${target}-${process.pid}${PARTIAL}`;
  try {
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
