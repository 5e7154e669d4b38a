import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { StoreUnavailableError } from '../store.js';
import { StoreDamagedError } from './damage.js';
import { codeOf } from './files.js';
import { DATA_FILE } from './lmdb/files.js';
import { logDirectory, logGenerations } from './manifest.js';
import { recover, type OnBytes } from './recovery.js';
import type { SnapshotEntry, StoreState } from './snapshot.js';

const ATTEMPTS = 10;
const PAUSE_MS = 20;

/**
 * Reads the newest state of a store, which another process may be writing. The result contains every write acknowledged
 * before the call. Writes nothing. Rejects with StoreUnavailableError if there is no store, and with
 * StoreDamagedError.
 */
export async function readStore(directory: string, onBytes?: OnBytes): Promise<StoreState> {
  const names = await readdir(directory).catch((error: unknown) => {
    const why = errorMessage(error);
    throw new StoreUnavailableError(`there is no store in ${directory}: ${why}`, false, { cause: error });
  });
  if ((await logGenerations(directory)).length === 0 && names.includes(DATA_FILE)) {
    const { readLmdbStore } = await import('./lmdb/read.js');
    return readLmdbStore(directory);
  }
  // Files that change during the read can look damaged, so retry.
  for (let attempt = 1; ; attempt++) {
    try {
      return await readLog(directory, onBytes);
    } catch (error) {
      const isPassing = error instanceof StoreDamagedError || codeOf(error) === 'ENOENT';
      if (!isPassing || attempt === ATTEMPTS) throw error;
      await delay(PAUSE_MS);
    }
  }
}

async function readLog(directory: string, onBytes: OnBytes | undefined): Promise<StoreState> {
  const found = await logGenerations(directory);
  if (found.length === 0) throw new StoreDamagedError(directory, 'there is no log');
  const { versions } = await recover(logDirectory(directory, Math.max(...found)), directory, { onBytes });
  const entries: SnapshotEntry[] = [];
  for (const { key, entry, revision, expiresAt } of versions.entries()) {
    if (entry !== undefined) entries.push({ type: 'put', key, value: entry.value, revision, expiresAt });
  }
  return { entries, revision: versions.revision };
}
