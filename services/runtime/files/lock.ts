import { open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDirectory } from './directory.js';

export interface LockOptions {
  readonly directory: string;
  /** Milliseconds. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Milliseconds without a heartbeat after which a lock is stale; 5,000 when absent. */
  readonly staleAfter?: number;
}

const STALE_AFTER = 5000;
/** The poll interval in milliseconds, and the number of heartbeats in `staleAfter`. */
const POLL_INTERVAL = 20;
const HEARTBEATS = 10;

const NAME = /^\.lock\.(\d{1,15})$/;
/** The content of a released lock. */
const FREE = 'free\n';

/**
 * File lock: one process at a time works in a directory, which is created if it is missing. Locks are numbered files, and the
 * highest number counts. The process that creates the next number holds the lock; the exclusive create lets only one succeed.
 * The holder renews the modification time. A time that stops changing means that the holder was killed. No clocks are compared.
 */
export async function withLock<T>(options: LockOptions, work: () => Promise<T>): Promise<T> {
  const { directory, now, staleAfter = STALE_AFTER } = options;
  await makeDirectory(directory, 0o700);
  const path = await takeLock(options);
  const touch = (): void => {
    const time = new Date(now());
    utimes(path, time, time).catch(() => undefined);
  };
  const timer = setInterval(touch, staleAfter / HEARTBEATS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    // The file is missing if another process has taken over the lock.
    await writeFile(path, FREE, { flag: 'r+' }).catch(ignoreMissing);
  }
}

async function takeLock({ directory, now, signal, staleAfter = STALE_AFTER }: LockOptions): Promise<string> {
  const pathOf = (number: number): string => join(directory, `.lock.${number}`);
  let [seen, since] = ['', now()];
  for (;;) {
    signal.throwIfAborted();
    const [latest = 0] = await numbersIn(directory);
    const state = latest === 0 ? FREE : await stateOf(pathOf(latest));
    if (state !== seen) [seen, since] = [state, now()];
    const isAvailable = state === FREE || now() - since >= staleAfter;
    if (isAvailable && (await tryCreate(pathOf(latest + 1)))) {
      const [newest, ...former] = await numbersIn(directory);
      // A slow process may have created a number that others have already passed.
      if (newest !== latest + 1) await rm(pathOf(latest + 1), { force: true });
      else {
        await Promise.all(former.map((number) => rm(pathOf(number), { force: true })));
        return pathOf(newest);
      }
    } else await delay(POLL_INTERVAL, undefined, { signal });
  }
}

/** Highest first. */
async function numbersIn(directory: string): Promise<number[]> {
  const names = await readdir(directory);
  return names.flatMap((name) => NAME.exec(name)?.slice(1).map(Number) ?? []).sort((a, b) => b - a);
}

/** Changes with each heartbeat of the holder. */
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
