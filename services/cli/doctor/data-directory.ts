import { readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { inspectStore } from '@pilothouse/storage/embedded/inspect.js';
import { codeOf } from '@pilothouse/storage/embedded/files.js';
import { StoreDamagedError } from '@pilothouse/storage/embedded/damage.js';
import { lockHolder } from '@pilothouse/storage/embedded/lock.js';
import { notesOf, type Finding } from './finding.js';
import { sizeText } from './units.js';

const { ok, warning, error, skipped } = notesOf('Data directory');

export interface DataDirectoryOptions {
  readonly directory: string;
  /** Whether a flag names it, so that it must exist. */
  readonly isGiven: boolean;
  /** Whether the server keeps objects in etcd, so that the directory has no store. */
  readonly isOnEtcd: boolean;
  /** The server's quota. */
  readonly quotaBytes: number;
  /** Called while the store is read. */
  readonly onBytes?: (done: number, total: number) => void;
}

/** Bytes that the store needs for two further segments at most. */
const LEAST_FREE = 64 * 1024 ** 2;
const LITTLE_FREE = 1024 ** 3;
/** The part of the quota from which on it is a warning. */
const NEARLY = 0.8;

/** The embedded store of a data directory: format, checksums, holder, size; and the space of its disk. Writes nothing. */
export async function checkDataDirectory({
  directory,
  isGiven,
  isOnEtcd,
  quotaBytes,
  onBytes,
}: DataDirectoryOptions): Promise<Finding[]> {
  try {
    await readdir(directory);
  } catch (thrown) {
    const why = errorMessage(thrown);
    if (!isGiven) {
      return [skipped(`${directory} was not checked: ${why}. Name the data directory of a server with --data-dir.`)];
    }
    return [
      codeOf(thrown) === 'ENOENT'
        ? error(`the directory ${directory} does not exist`, 'Name the data directory of a server with --data-dir.')
        : error(
            `the directory ${directory} cannot be read: ${why}`,
            'Name the data directory of a server with --data-dir, and run this command as the user of the server.',
          ),
    ];
  }
  return [
    ...(await space(directory)),
    ...(isOnEtcd
      ? [skipped('the embedded store was not checked, since --etcd-servers is set')]
      : await store(join(directory, 'store'), quotaBytes, onBytes)),
  ];
}

async function space(directory: string): Promise<Finding[]> {
  const { bavail, bsize, ffree, files } = await statfs(directory);
  const free = bavail * bsize;
  const text = `the disk of ${directory} has ${sizeText(free)} free`;
  const remedy =
    'Free space on it, or move the data directory to a larger disk. Without space the server refuses writes.';
  const inodes =
    files > 0 && ffree < 1000
      ? [warning(`the disk of ${directory} has ${ffree} free inodes`, 'Remove files that are not needed.')]
      : [];
  if (free < LEAST_FREE) return [error(text, remedy), ...inodes];
  return [free < LITTLE_FREE ? warning(text, remedy) : ok(text), ...inodes];
}

async function store(
  directory: string,
  quotaBytes: number,
  onBytes: DataDirectoryOptions['onBytes'],
): Promise<Finding[]> {
  try {
    const { format, segments, bytes, objects, revision, holder } = await inspectStore(directory, onBytes);
    const size = `${sizeText(bytes)} of the quota of ${sizeText(quotaBytes)}`;
    return [
      ok(`format ${format}, ${segments} segments, ${objects} objects at revision ${revision}; all checksums match`),
      bytes > quotaBytes * NEARLY
        ? warning(
            `the store has ${size}`,
            'Raise --storage-quota-bytes, or delete objects: at the quota the server refuses writes.',
          )
        : ok(`the store has ${size}`),
      holder === undefined
        ? ok('no server uses the store at the moment')
        : ok(
            `process ${holder.pid}${holder.description && ` (${holder.description})`} uses the store since ${holder.since}`,
          ),
    ];
  } catch (thrown) {
    if (!(thrown instanceof StoreDamagedError)) return [skipped(errorMessage(thrown))];
    const text = `the store in ${directory} is damaged: ${thrown.what}`;
    const holder = await lockHolder(directory).catch(() => undefined);
    return [error(text, holder === undefined ? restoreText(join(directory, '..')) : RUNNING)];
  }
}

function restoreText(data: string): string {
  return (
    'Check the disk. Then move the data directory away, and restore the last backup:\n' +
    `pilothouse restore --from BACKUP --data-dir ${data}`
  );
}

const RUNNING =
  'Do not stop the server that uses the store: it has all data in memory, and writes the damaged part again as soon as it has found it, within a minute for each segment. Then check again, and check the disk.';
