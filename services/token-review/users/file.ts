import { open, readFile, realpath, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDirectory } from '@pilothouse/runtime/files/directory.js';
import { writeFileAtomically } from '@pilothouse/runtime/files/atomic.js';
import { readUsers, writeUsers, type UsersDocument } from './document.js';
import { EditError } from './edit.js';

const NEW_FILE: UsersDocument = { version: 1 };

/** How often one looks whether somebody else has finished, and the milliseconds between two looks. */
const LOOKS = 500;
const BETWEEN = 10;

/** Rejects with an Error that says what is wrong with the file. */
export async function loadUsers(path: string): Promise<UsersDocument> {
  const text = await readText(path);
  if (text === undefined) throw new EditError(`${path}: there is no such file`);
  return readUsers(text, path);
}

export interface ChangeOptions {
  /** Whether a file that is not there is made. */
  readonly mayCreate: boolean;
}

/** Of a new file. Of one that is there its group may read it too, as when a service runs as another user than its administrator. */
const MODE = 0o600;
const GROUP_MAY_READ = 0o040;

/**
 * Replaces the file by what `change` makes of it, in one step. A new one is readable by its owner alone; one that is there
 * keeps its owner, since a service that cannot read it any more would go by what it read before. Of several who do that at
 * the same time each sees what the one before has written: whoever changes the file holds `<path>.lock`.
 */
export async function changeUsers(
  path: string,
  change: (document: UsersDocument) => UsersDocument,
  { mayCreate }: ChangeOptions,
): Promise<void> {
  // A link is followed: what is replaced is the file, and not the link.
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
  for (let looks = 1; ; looks++) {
    try {
      return await open(path, 'wx', 0o600);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
      if (looks === LOOKS) {
        throw new EditError(`${path} is there: somebody else changes the file. If nobody does, delete it`);
      }
      await delay(BETWEEN);
    }
  }
}

/** Undefined where there is no such file. */
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
