import { open, type Database } from 'lmdb';
import { StoreUnavailableError, type Revision } from '../store.js';
import { prepareDataFiles } from './data-file.js';
import { encodeNumber, FORMAT_VERSION, readNumber } from './encoding.js';

export type BinaryDatabase = Database<Buffer, Buffer>;

/** The LMDB environment of one store; `encoding.ts` tells what its databases hold. */
export interface Environment {
  readonly records: BinaryDatabase;
  readonly log: BinaryDatabase;
  readonly expiries: BinaryDatabase;
  /**
   * Runs `change`, which only puts and removes, as one transaction. Resolves when it is on disk (in an ephemeral
   * store: when it is visible); rejects with StoreUnavailableError. `change` must not throw.
   */
  commit(change: () => void): Promise<void>;
  /** The newest revision in the log; 1, that of the empty store, when there was never a write. */
  lastRevision(): Revision;
  /** The oldest revision whose state is kept. */
  compactedRevision(): Revision;
  /** For use within `change`, as is {@link putFormat}. */
  putCompacted(revision: Revision): void;
  putFormat(version: number): void;
  close(): Promise<void>;
}

export interface EnvironmentOptions {
  readonly directory: string;
  /** Flush every transaction to disk. */
  readonly durable: boolean;
  /** The generation of the lock held; once a later one was seen here, commits are refused. */
  readonly generation: number;
  /** After so many milliseconds without an answer from the disk, commits fail. */
  readonly commitTimeoutMs: number;
}

const FORMAT = 'format';
const HOLDER = 'holder';
const COMPACTED = 'compacted';

/** Rejects with StoreUnavailableError, or with the error of a file. */
export async function openEnvironment(options: EnvironmentOptions): Promise<Environment> {
  const { directory, durable, generation } = options;
  await prepareDataFiles(directory);
  const root = openRoot(directory, durable);
  const binary = { keyEncoding: 'binary', encoding: 'binary' } as const;
  const records = root.openDB<Buffer, Buffer>('records', binary);
  const log = root.openDB<Buffer, Buffer>('log', binary);
  const expiries = root.openDB<Buffer, Buffer>('expiries', binary);
  const meta = root.openDB<Buffer, string>('meta', { encoding: 'binary', useVersions: true });

  let failure: StoreUnavailableError | undefined;

  async function settle(transaction: Promise<boolean>): Promise<boolean> {
    const before = lastRevision();
    try {
      return await withTimeout(transaction, options.commitTimeoutMs);
    } catch (error) {
      if (!(error instanceof TimeoutError))
        throw await commitFailure(directory, error, () => lastRevision() === before);
      // It may still land, so the next revision is not known any more.
      failure = new StoreUnavailableError(`${directory} does not take writes any more: ${error.message}`, true);
      throw failure;
    }
  }

  async function commit(change: () => void): Promise<void> {
    if (failure !== undefined) throw failure;
    if (await settle(meta.ifVersion(HOLDER, generation, change))) return;
    failure = new StoreUnavailableError(`${directory} has been taken over by another process`, false);
    throw failure;
  }

  function number(key: string): number | undefined {
    const bytes = meta.get(key);
    return bytes === undefined ? undefined : readNumber(bytes);
  }

  function compactedRevision(): Revision {
    return number(COMPACTED) ?? 1;
  }

  function lastRevision(): Revision {
    root.resetReadTxn();
    for (const key of log.getKeys({ reverse: true, limit: 1 })) return readNumber(key);
    return compactedRevision();
  }

  function putFormat(version: number): void {
    void meta.put(FORMAT, encodeNumber(version), generation);
  }

  const format = number(FORMAT);
  if (format !== undefined && format > FORMAT_VERSION) {
    await root.close();
    const text = `${directory} has format ${format}, written by a newer version; this one reads up to ${FORMAT_VERSION}`;
    throw new StoreUnavailableError(text, false);
  }
  await settle(
    meta.batch(() => {
      putFormat(FORMAT_VERSION);
      void meta.put(HOLDER, encodeNumber(generation), generation);
    }),
  );

  return {
    records,
    log,
    expiries,
    commit,
    lastRevision,
    compactedRevision,
    putCompacted(revision) {
      void meta.put(COMPACTED, encodeNumber(revision), generation);
    },
    putFormat,
    close: () => root.close(),
  };
}

function openRoot(directory: string, durable: boolean) {
  try {
    return open({
      path: directory,
      noSubdir: false,
      maxDbs: 4,
      // A commit then returns only when it is on disk; what writes is a thread of LMDB's own.
      overlappingSync: false,
      noSync: !durable,
      // What belongs together is put together by batch() and ifVersion().
      eventTurnBatching: false,
    });
  } catch (error) {
    throw new StoreUnavailableError(`cannot open ${directory}: ${textOf(error)}`, false, { cause: error });
  }
}

class TimeoutError extends Error {}

async function withTimeout<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`no answer from the disk for ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** What made a commit fail stands in a promise of its own. `unchanged` tells whether nothing of it can be seen. */
async function commitFailure(
  directory: string,
  error: unknown,
  unchanged: () => boolean,
): Promise<StoreUnavailableError> {
  const pending = error instanceof Error && 'commitError' in error ? error.commitError : undefined;
  const cause = pending instanceof Promise ? await reasonOf(pending, error) : error;
  let outcomeUnknown = true;
  let text = `cannot write to ${directory}: ${textOf(cause)} (is the disk full?)`;
  try {
    outcomeUnknown = !unchanged();
  } catch (readError) {
    text += `; nor can it be read: ${textOf(readError)}`;
  }
  return new StoreUnavailableError(text, outcomeUnknown, { cause });
}

async function reasonOf(rejection: Promise<unknown>, otherwise: unknown): Promise<unknown> {
  try {
    await withTimeout(rejection, 1000);
    return otherwise;
  } catch (reason) {
    return reason instanceof TimeoutError ? otherwise : reason;
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
