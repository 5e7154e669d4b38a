import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { writeFileAtomically } from '@pilothouse/runtime/files/atomic.js';
import { withLock } from '@pilothouse/runtime/files/lock.js';
import { codeOf, LoginError } from '../login-error.js';
import type { Keyring } from './keyring.js';
import type { LoginId, SavedLogin, Tokens } from './saved-login.js';

/**
 * Sign-ins on disk: a directory for each server, issuer and client, with one file that only its owner can read. With the keyring,
 * the file has no tokens.
 */
export interface LoginStore {
  /** Undefined without a sign-in. Rejects with LoginError for a file that others can read. */
  readonly read: (id: LoginId) => Promise<SavedLogin | undefined>;
  readonly write: (login: SavedLogin) => Promise<void>;
  readonly remove: (login: SavedLogin) => Promise<void>;
  readonly list: () => Promise<SavedLogin[]>;
  /** Runs alone among the processes that use this sign-in. Rejects with LoginError if the directory cannot be written. */
  readonly alone: <T>(id: LoginId, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;
}

export interface StoreOptions {
  readonly directory: string;
  readonly keyring: Keyring;
}

const FILE = 'login.json';
/** Milliseconds without a sign of life after which a killed process no longer holds its lock. */
const STALE_AFTER = 10_000;
const GROUP_AND_OTHERS = 0o077;

/** The directory of sign-ins (XDG Base Directory Specification). */
export function loginDirectory(environment: Readonly<Record<string, string | undefined>>): string {
  const state = environment['XDG_STATE_HOME'] || join(environment['HOME'] || homedir(), '.local', 'state');
  return join(state, 'pilothouse', 'login');
}

/** The content of the file. */
type Content = Omit<SavedLogin, 'tokens'> & { readonly tokens?: Tokens };

export function loginStore({ directory, keyring }: StoreOptions): LoginStore {
  const folderOf = (id: LoginId): string => join(directory, keyOf(id));

  async function readIn(folder: string): Promise<SavedLogin | undefined> {
    const text = await readPrivate(join(folder, FILE));
    const content = text === undefined ? undefined : contentIn(text);
    if (content === undefined) return undefined;
    const { tokens = await tokensIn(content) } = content;
    return tokens && { ...content, tokens };
  }

  async function tokensIn(content: Content): Promise<Tokens | undefined> {
    const secret = content.keyring ? await keyring.read(keyOf(content)) : undefined;
    return secret === undefined ? undefined : secretsIn(secret);
  }

  return {
    read: (id) => readIn(folderOf(id)),
    async write(login) {
      const { tokens, ...rest } = login;
      if (login.keyring) await keyring.write(keyOf(login), JSON.stringify(tokens), `Pilothouse: ${login.server}`);
      const content: Content = login.keyring ? rest : login;
      await writeFileAtomically(join(folderOf(login), FILE), `${JSON.stringify(content)}\n`, { mode: 0o600 });
    },
    async remove(login) {
      await rm(join(folderOf(login), FILE), { force: true });
      if (login.keyring) await keyring.remove(keyOf(login));
    },
    async list() {
      const names = await readdir(directory).catch(missing);
      const logins = await Promise.all((names ?? []).map((name) => readIn(join(directory, name))));
      return logins.filter((login) => login !== undefined);
    },
    async alone(id, signal, work) {
      const options = { directory: folderOf(id), now: Date.now, signal, staleAfter: STALE_AFTER };
      let isLocked = false;
      try {
        return await withLock(options, async () => {
          isLocked = true;
          return work();
        });
      } catch (error) {
        if (isLocked || signal.aborted) throw error;
        throw new LoginError(
          `${directory} cannot be written: ${errorMessage(error)}. Set XDG_STATE_HOME to a directory of this user`,
          { cause: error },
        );
      }
    },
  };
}

function keyOf({ server, issuer: { issuer, clientId } }: LoginId): string {
  return createHash('sha256')
    .update(JSON.stringify([server, issuer, clientId]))
    .digest('hex')
    .slice(0, 32);
}

/** A file that is damaged, or of another release, counts as missing. */
function contentIn(text: string): Content | undefined {
  const value = parse(text) as Partial<Content> | undefined;
  const isWhole = typeof value?.server === 'string' && typeof value.issuer?.issuer === 'string';
  return isWhole ? (value as Content) : undefined;
}

function secretsIn(text: string): Tokens | undefined {
  const value = parse(text) as Partial<Tokens> | undefined;
  const isWhole = typeof value?.idToken === 'string' && typeof value.expires === 'number';
  return isWhole ? (value as Tokens) : undefined;
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Tokens that other users could read are not used. */
async function readPrivate(path: string): Promise<string | undefined> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw new LoginError(`${path} cannot be read: ${errorMessage(error)}`, { cause: error });
  });
  if (file === undefined) return undefined;
  try {
    const { uid, mode } = await file.stat();
    const self = process.getuid?.();
    if (self !== undefined && (uid !== self || (mode & GROUP_AND_OTHERS) !== 0)) {
      const why =
        uid === self ? `other users may read it (mode ${(mode & 0o777).toString(8)})` : 'another user owns it';
      throw new LoginError(`${path} is not used, since ${why}. Remove it, and sign in again`);
    }
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function missing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}
