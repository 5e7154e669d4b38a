import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { open } from 'lmdb';
import { StoreUnavailableError } from '../store.js';
import { prepareDataFiles } from './data-file.js';
import { readNumber } from './encoding.js';
import type { BinaryDatabase } from './environment.js';

/** The data of a store as they are, which another process of this machine may be writing meanwhile. */
export interface ReadOnlyEnvironment {
  readonly records: BinaryDatabase;
  readonly log: BinaryDatabase;
  /** A number that is known of the whole store, such as `format`. */
  readonly number: (key: string) => number | undefined;
  /**
   * Writes one state of everything into a directory that is there, as LMDB's own file without what is free in it. Nobody is
   * kept from writing meanwhile; what is replaced is kept until this is done, so that the file of the store may grow.
   */
  readonly copy: (directory: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Rejects with StoreUnavailableError where there is no store, or none that this user may read. */
export async function requireStore(directory: string): Promise<void> {
  await access(join(directory, 'data.mdb'), constants.R_OK).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new StoreUnavailableError(`there is no store in ${directory}: ${why}`, false, { cause: error });
  });
}

/** Opens what is there, and makes nothing. Rejects with StoreUnavailableError where there is no store. */
export async function openReadOnly(directory: string): Promise<ReadOnlyEnvironment> {
  await requireStore(directory);
  await prepareDataFiles(directory);
  const root = open({ path: directory, noSubdir: false, maxDbs: 4, readOnly: true });
  const binary = { keyEncoding: 'binary', encoding: 'binary' } as const;
  const records = root.openDB<Buffer, Buffer>('records', binary);
  const log = root.openDB<Buffer, Buffer>('log', binary);
  const meta = root.openDB<Buffer, string>('meta', { encoding: 'binary', useVersions: true });
  return {
    records,
    log,
    number(key) {
      const bytes = meta.get(key);
      return bytes === undefined ? undefined : readNumber(bytes);
    },
    copy: (target) => root.backup(target, true),
    close: () => root.close(),
  };
}
