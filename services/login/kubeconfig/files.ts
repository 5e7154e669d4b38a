import { open, readFile, realpath, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { writeFileAtomically } from '@pilothouse/runtime/files/atomic.js';
import { makeDirectory } from '@pilothouse/runtime/files/directory.js';
import { codeOf, LoginError } from '../login-error.js';
import { authorityOf, currentContext, hasEntries, mergeKubeconfig, type LoginEntries } from './merge.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The kubeconfigs that kubectl merges, in its order: the one of a flag, those of KUBECONFIG, or `~/.kube/config`. */
export function kubeconfigPaths(flag: string | undefined, environment: Environment): readonly [string, ...string[]] {
  const listed = (environment['KUBECONFIG'] ?? '').split(delimiter).filter((path) => path !== '');
  const [first = join(environment['HOME'] || homedir(), '.kube', 'config'), ...rest] =
    flag === undefined ? listed : [flag];
  return [first, ...rest];
}

export interface Written {
  readonly path: string;
  /** The context that kubectl uses; it may be that of an earlier file. */
  readonly current: string | undefined;
}

/**
 * The kubeconfig to which the entries of a sign-in belong: the one that has entries of the name, or else, as for kubectl, the first that
 * exists. Rejects with LoginError if they cannot be added to it.
 */
export async function placeOf(paths: readonly [string, ...string[]], entries: LoginEntries): Promise<string> {
  const texts = await Promise.all(paths.map(async (path) => ({ path, text: await read(path) })));
  const existing = texts.filter(({ text }) => text !== undefined);
  const owner = existing.find(({ path, text = '' }) => inFile(path, () => hasEntries(text, entries.name)));
  const place = owner ?? existing[0] ?? { path: paths.at(-1) ?? paths[0], text: '' };
  inFile(place.path, () => mergeKubeconfig(place.text ?? '', entries));
  return place.path;
}

/** Writes the entries of a sign-in. The file is replaced at once, and only its owner can read it. Rejects with LoginError. */
export async function writeEntries(
  paths: readonly [string, ...string[]],
  entries: LoginEntries,
  signal: AbortSignal,
): Promise<Written> {
  const path = await placeOf(paths, entries);
  await update(path, (text) => mergeKubeconfig(text, entries), signal);
  for (const each of paths) {
    const text = await read(each);
    const current = text === undefined ? undefined : inFile(each, () => currentContext(text));
    if (current !== undefined) return { path, current };
  }
  return { path, current: undefined };
}

/** The authorities (PEM) that the kubeconfigs have for a server; undefined if they have none. Rejects with LoginError. */
export async function knownAuthority(paths: readonly string[], server: string): Promise<string | undefined> {
  for (const path of paths) {
    const text = await read(path);
    const found = text === undefined ? undefined : inFile(path, () => authorityOf(text, server));
    if (found?.caData !== undefined) return Buffer.from(found.caData, 'base64').toString('utf8');
    if (found?.caFile !== undefined) return read(resolve(dirname(path), found.caFile));
  }
  return undefined;
}

async function update(path: string, change: (text: string) => string, signal: AbortSignal): Promise<void> {
  // A link to the file, such as into a directory of dot files, stays one.
  const target = await realpath(path).catch(() => path);
  try {
    await makeDirectory(dirname(target), 0o700);
    const unlock = await lock(`${target}.lock`, signal);
    try {
      const text = (await read(target)) ?? '';
      const changed = inFile(path, () => change(text));
      await writeFileAtomically(target, changed, { mode: 0o600 });
    } finally {
      await unlock();
    }
  } catch (error) {
    if (error instanceof LoginError) throw error;
    throw new LoginError(`${path} cannot be written: ${errorMessage(error)}; set --kubeconfig`, { cause: error });
  }
}

const ATTEMPTS = 50;
const PAUSE = 100;

/** The lock file of kubectl and of other Go clients. */
async function lock(path: string, signal: AbortSignal): Promise<() => Promise<void>> {
  for (let attempt = 1; ; attempt++) {
    try {
      await (await open(path, 'wx', 0o600)).close();
      return () => rm(path, { force: true });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      if (attempt === ATTEMPTS)
        throw new LoginError(
          `${path} exists: another program changes the kubeconfig. Remove the file if there is none`,
          {
            cause: error,
          },
        );
    }
    await delay(PAUSE, undefined, { signal });
  }
}

/** Undefined for a missing file. */
async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new LoginError(`${path} cannot be read: ${errorMessage(error)}`, { cause: error });
  }
}

/** Adds the path to errors. */
function inFile<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof LoginError ? new LoginError(`${path}: ${error.message}`, { cause: error }) : error;
  }
}
