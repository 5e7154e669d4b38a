import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './files.js';
import { logGenerations } from './manifest.js';
import { withReserve } from './reserve.js';

/**
 * Lock of a data directory: one process owns it at a time. The file `lock.<n>` with the highest `n` names the holder. A
 * process that takes over from a dead one creates `lock.<n+1>`, which only one can do. `n` never decreases, so it is
 * also the holder's generation: a live holder that was taken for dead is recognised by its lower generation.
 */
export interface DirectoryLock {
  /** Higher than that of every previous holder. */
  readonly generation: number;
  /** Releases the directory to the next process. */
  release(): Promise<void>;
}

/** The holder of a directory. */
export interface LockHolder {
  readonly pid: number;
  /** RFC 3339. */
  readonly since: string;
  /** Set by the holder, such as its address. */
  readonly description: string;
}

/** Another process, or another store of this process, holds the directory. */
export class DirectoryLockedError extends Error {
  override readonly name = 'DirectoryLockedError';
  constructor(
    readonly directory: string,
    readonly holder: LockHolder,
  ) {
    const who = holder.description === '' ? '' : ` (${holder.description})`;
    super(`${directory} is in use by process ${holder.pid}${who} since ${holder.since}`);
  }
}

interface LockFile extends LockHolder, ProcessIdentity {
  readonly released: boolean;
  /** The directory that the holder locked. Absent in locks of earlier releases. */
  readonly place?: Place;
}

/** Distinguishes a directory from its copies. */
interface Place {
  /** Without symbolic links. */
  readonly path: string;
  readonly inode: string;
}

/** Distinguishes a process from all others, including a later one with the same pid. Fields are empty if unknown. */
interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks from boot to the start of the process. */
  readonly started: string;
  readonly boot: string;
  readonly pidNamespace: string;
}

/** `since` is the current time. Throws DirectoryLockedError. */
export async function lockDirectory(directory: string, description: string, since: Date): Promise<DirectoryLock> {
  const own: LockFile = {
    ...(await identify(process.pid)),
    since: since.toISOString(),
    description,
    released: false,
    place: await placeOf(directory),
  };
  const draft = join(directory, `lock-${randomUUID()}.tmp`);
  try {
    await withReserve(directory, () => writeFile(draft, JSON.stringify(own), { mode: 0o600 }));
    for (;;) {
      const generation = await tryLock(directory, draft);
      if (generation !== undefined) return { generation, release: () => release(directory, generation, own) };
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/** The live holder of a directory; undefined if there is none. Writes nothing. */
export async function lockHolder(directory: string): Promise<LockHolder | undefined> {
  const holder = await readLock(directory, Math.max(0, ...(await generations(directory))));
  if (holder === undefined || !(await isHeldBy(holder, directory))) return undefined;
  const { pid, since, description } = holder;
  return { pid, since, description };
}

/** The claimed generation; undefined when another process was faster and the lock must be read again. */
async function tryLock(directory: string, draft: string): Promise<number | undefined> {
  const newest = Math.max(0, ...(await generations(directory)), ...(await logGenerations(directory)));
  if (newest > 0) {
    const holder = await readLock(directory, newest);
    if (holder !== undefined && (await isHeldBy(holder, directory))) throw new DirectoryLockedError(directory, holder);
  }
  const generation = newest + 1;
  try {
    await link(draft, lockPath(directory, generation));
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined;
    throw error;
  }
  const all = await generations(directory);
  const older = all.filter((one) => one < generation);
  if (all.length > older.length + 1) {
    await rm(lockPath(directory, generation), { force: true });
    return undefined;
  }
  await Promise.all(older.map((one) => rm(lockPath(directory, one), { force: true })));
  return generation;
}

/** The file remains, so that generations never decrease. A missing directory needs no release. */
async function release(directory: string, generation: number, own: LockFile): Promise<void> {
  const draft = join(directory, `lock-${randomUUID()}.tmp`);
  try {
    await writeFile(draft, JSON.stringify({ ...own, released: true }), { mode: 0o600 });
    await rename(draft, lockPath(directory, generation));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

async function generations(directory: string): Promise<number[]> {
  const names = await readdir(directory);
  return names.filter((name) => /^lock\.\d+$/.test(name)).map((name) => Number(name.slice('lock.'.length)));
}

/**
 * Undefined for a missing or unreadable file. It names no holder, because lock files appear atomically with their full
 * content.
 */
async function readLock(directory: string, generation: number): Promise<LockFile | undefined> {
  try {
    return JSON.parse(await readFile(lockPath(directory, generation), 'utf8')) as LockFile;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function isHeldBy(holder: LockFile, directory: string): Promise<boolean> {
  if (holder.released || (await isCopied(holder, directory))) return false;
  return isAlive(holder);
}

/**
 * Whether the lock was copied with its directory, so that its holder uses the original. A directory that was renamed
 * keeps its inode, and one that is mounted elsewhere too. Inodes of some file systems change, but then not the path.
 */
async function isCopied({ place }: LockFile, directory: string): Promise<boolean> {
  if (place === undefined) return false;
  const { path, inode } = await placeOf(directory);
  return path !== place.path && inode !== place.inode;
}

async function placeOf(directory: string): Promise<Place> {
  const [path, { ino }] = await Promise.all([realpath(directory), stat(directory, { bigint: true })]);
  return { path, inode: String(ino) };
}

async function isAlive(holder: LockFile): Promise<boolean> {
  const self = await identify(process.pid);
  // A pid of another boot or container cannot be checked. Taking over is safe regardless: the log is renamed and fences
  // the previous holder (`fence.ts`).
  if (holder.boot !== self.boot || holder.pidNamespace !== self.pidNamespace) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
  }
  return (await identify(holder.pid)).started === holder.started;
}

async function identify(pid: number): Promise<ProcessIdentity> {
  const [stat, boot, pidNamespace] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ]);
  // Fields 3 (state) and 22. Field 2 is a name in parentheses that may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const started = fields[0] === 'Z' ? '' : (fields[19] ?? '');
  return { pid, started, boot: boot.trim(), pidNamespace };
}

function lockPath(directory: string, generation: number): string {
  return join(directory, `lock.${generation}`);
}
