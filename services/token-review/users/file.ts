import { open, readFile, realpath, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDirectory } from '@pilothouse/runtime/files/directory.js';
import { writeFileAtomically } from '@pilothouse/runtime/files/atomic.js';
import { readUsers, writeUsers, type UsersDocument } from './document.js';
import { EditError } from './edit.js';

const NEW_FILE: UsersDocument = { version: 1 };

/** Number of attempts to take the lock, and the milliseconds between them. */
const LOCK_ATTEMPTS = 500;
const LOCK_RETRY_DELAY = 10;

/** Reads the users file. Rejects with an Error that describes what is wrong with the file. */
export async function loadUsers(path: string): Promise<UsersDocument> {
  const text = await readText(path);
  if (text === undefined) throw new EditError(`${path}: there is no such file`);
  return readUsers(text, path);
}

export interface ChangeOptions {
  /** Whether a missing file is created. */
  readonly mayCreate: boolean;
}

/** Mode of a new file. An existing file may stay group-readable, for a service that runs as another user. */
const MODE = 0o600;
const GROUP_MAY_READ = 0o040;

/**
 * Replaces the file atomically with the result of `change`. A new file is readable by its owner only; an existing file keeps
 * its owner, so that a service that reads it still can. `<path>.lock` serialises concurrent changes, and each change sees the
 * result of the former one.
 */
export async function changeUsers(
  path: string,
  change: (document: UsersDocument) => UsersDocument,
  { mayCreate }: ChangeOptions,
): Promise<void> {
  // A symbolic link is followed: the file is replaced, not the link.
  const target = await realpath(path).catch(() => path);
  if (mayCreate) await makeDirectory(dirname(target), 0o700);
  await locked(`${target}.lock`, async () => {
    const text = await readText(target);
    if (text === undefined && !mayCreate) throw new EditError(`${path}: there is no such file`);
    const document = text === undefined ? NEW_FILE : readUsers(text, path);
    const owner = text === undefined ? undefined : await stat(target);
    const mode = MODE | ((owner?.mode ?? 0) & GROUP_MAY_READ);
    await writeFileAtomically(target, writeUsers(change(document)), { mode, owner });
  });
}

async function locked(path: string, work: () => Promise<void>): Promise<void> {
  const lock = await takeLock(path);
  try {
    await lock.close();
    await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function takeLock(path: string) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await open(path, 'wx', 0o600);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
      if (attempt === LOCK_ATTEMPTS) {
        throw new EditError(
          `${path} exists: another process changes the file. Delete the lock file if no process does`,
        );
      }
      await delay(LOCK_RETRY_DELAY);
    }
  }
}

/** Undefined if the file is missing. */
async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
