import { open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDirectory } from '@pilothouse/runtime/files/directory.js';

export interface LockOptions {
  readonly directory: string;
  /** The time, in milliseconds. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** After how many milliseconds without a sign of its holder a lock is taken from him; 5,000 when absent. */
  readonly patience?: number;
}

const PATIENCE = 5000;
/** Milliseconds between two looks, and signs of life in the time after which one is taken for dead. */
const BETWEEN = 20;
const SIGNS = 10;

const NAME = /^\.lock\.(\d{1,15})$/;
/** What stands in a lock that nobody holds any more. */
const FREE = 'free\n';

/**
 * Does something while nobody else does it in the same directory, which is made where it is not there. Locks are files with
 * numbers, of which the highest counts: whoever makes the next one holds it, which only one can. Its holder touches it again
 * and again; one that is not touched any more was left by a process that was killed. By which clock does not matter.
 */
export async function withLock<T>(options: LockOptions, work: () => Promise<T>): Promise<T> {
  const { directory, now, patience = PATIENCE } = options;
  await makeDirectory(directory, 0o700);
  const path = await takeLock(options);
  const touch = (): void => {
    const time = new Date(now());
    utimes(path, time, time).catch(() => undefined);
  };
  const timer = setInterval(touch, patience / SIGNS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    // It is gone where another one has taken this process for dead.
    await writeFile(path, FREE, { flag: 'r+' }).catch(ignoreMissing);
  }
}

async function takeLock({ directory, now, signal, patience = PATIENCE }: LockOptions): Promise<string> {
  const pathOf = (number: number): string => join(directory, `.lock.${number}`);
  let [seen, since] = ['', now()];
  for (;;) {
    signal.throwIfAborted();
    const [latest = 0] = await numbersIn(directory);
    const state = latest === 0 ? FREE : await stateOf(pathOf(latest));
    if (state !== seen) [seen, since] = [state, now()];
    const isOver = state === FREE || now() - since >= patience;
    if (isOver && (await tryCreate(pathOf(latest + 1)))) {
      const [newest, ...former] = await numbersIn(directory);
      // Whoever was slow has made one that others have come to, and gone on from, meanwhile.
      if (newest !== latest + 1) await rm(pathOf(latest + 1), { force: true });
      else {
        await Promise.all(former.map((number) => rm(pathOf(number), { force: true })));
        return pathOf(newest);
      }
    } else await delay(BETWEEN, undefined, { signal });
  }
}

/** The highest first. */
async function numbersIn(directory: string): Promise<number[]> {
  const names = await readdir(directory);
  return names.flatMap((name) => NAME.exec(name)?.slice(1).map(Number) ?? []).sort((a, b) => b - a);
}

/** Another one of a lock that is held, whenever it is touched. */
async function stateOf(path: string): Promise<string> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    return text === FREE ? FREE : `${path} ${mtimeMs}`;
  } catch (error) {
    ignoreMissing(error);
    return '';
  }
}

async function tryCreate(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function ignoreMissing(error: unknown): void {
  if (!hasCode(error, 'ENOENT')) throw error;
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
