import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { writeFileAtomically } from '@pilothouse/runtime/files/atomic.js';
import { changes, ENTRIES, type Entries, type EntryName, type Item, type Kind, type Store } from './store.js';

/** File name suffixes of the entries. */
const ENDINGS: Readonly<Record<EntryName, string>> = {
  'tls.crt': '.crt',
  'tls.key': '.key',
  'ca.crt': '-bundle.crt',
  'next.crt': '-next.crt',
  'next.key': '-next.key',
  'next.since': '-next.since',
  'sa.key': '.key',
  'sa.pub': '.pub',
  'session.key': '.key',
  kubeconfig: '.kubeconfig',
};

/** The file that messages name. */
const MAIN: Readonly<Record<Kind, EntryName>> = {
  authority: 'tls.crt',
  certificate: 'tls.crt',
  key: 'sa.key',
  'session-key': 'session.key',
  kubeconfig: 'kubeconfig',
};

/** Entries that only the owner may read. */
const SECRET: ReadonlySet<EntryName> = new Set(['tls.key', 'next.key', 'sa.key', 'session.key', 'kubeconfig']);

/** Temporary files of interrupted writes. */
const TEMPORARY = /^\..+\.(crt|key|pub|since|kubeconfig)\.[0-9a-f]{12}$/;

/**
 * Items as files of a directory. Each file is replaced atomically, and only when its content differs. Only one run at a time
 * may write: see `withLock`.
 */
export function directoryStore(directory: string): Store {
  const path = (name: string, entry: EntryName): string => join(directory, `${name}${ENDINGS[entry]}`);
  const read = async (kind: Kind, name: string): Promise<Entries> => {
    const texts = await Promise.all(
      ENTRIES[kind].map(async (entry) => [entry, await readIfThere(path(name, entry))] as const),
    );
    return Object.fromEntries(texts.filter(([, text]) => text !== undefined));
  };
  return {
    describe: (kind, name) => path(name, MAIN[kind]),
    async read(kind, name): Promise<Item | undefined> {
      const entries = await read(kind, name);
      return Object.keys(entries).length === 0 ? undefined : { entries, isForeign: false };
    },
    async write(kind, name, entries) {
      for (const { entry, text } of changes(kind, await read(kind, name), entries)) {
        if (text === undefined) await rm(path(name, entry), { force: true });
        else await writeFileAtomically(path(name, entry), text, { mode: SECRET.has(entry) ? 0o600 : 0o644 });
      }
    },
  };
}

/** Removes temporary files of runs that were killed during a write. */
export async function removeTemporaryFiles(directory: string): Promise<void> {
  const names = await readdir(directory);
  await Promise.all(
    names.filter((name) => TEMPORARY.test(name)).map((name) => rm(join(directory, name), { force: true })),
  );
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new Error(`${path} cannot be read: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}
