import type { TokenEntry, TokenUser, UsersDocument } from './document.js';
import { addUser, expiryAfter, removeUser, rotateToken } from './edit.js';
import { changeUsers, loadUsers } from './file.js';
import { DEFAULT_COST, hashSecret, SALT_BYTES, type ScryptCost } from './scrypt.js';
import { newToken, tokenText, type RandomBytes } from './token.js';

/** The context of commands on a users file. */
export interface ManageContext {
  readonly random: RandomBytes;
  readonly now: () => Date;
  /** Cost of the hashes of new tokens; the default when absent. */
  readonly cost?: ScryptCost;
}

export interface NewUser extends Required<Pick<TokenUser, 'name' | 'uid' | 'groups' | 'extra'>> {
  /** Lifetime in seconds. A token without it does not expire. */
  readonly lifetime?: number;
}

/** A new token. */
export interface NewToken {
  /** Shown once: the file contains only its hash. */
  readonly token: string;
  readonly id: string;
  readonly expires?: string;
}

/** Adds a user with a token. Creates the file if it is missing. */
export async function createUser(path: string, user: NewUser, context: ManageContext): Promise<NewToken> {
  const { name, uid, groups, extra, lifetime } = user;
  const { token, entry } = await newEntry(lifetime, context);
  const added: TokenUser = { name, uid, groups, extra, tokens: [entry] };
  await changeUsers(path, (document) => addUser(document, added), { mayCreate: true });
  return described(token, entry);
}

export interface RotateOptions {
  /** Seconds for which the former tokens stay valid. */
  readonly grace: number;
  readonly lifetime?: number;
}

/** Adds a token to a user and expires the former ones. */
export async function rotateUser(
  path: string,
  name: string,
  { grace, lifetime }: RotateOptions,
  context: ManageContext,
): Promise<NewToken> {
  const { token, entry } = await newEntry(lifetime, context);
  const rotation = { token: entry, grace, now: context.now() };
  await changeUsers(path, (document) => rotateToken(document, name, rotation), { mayCreate: false });
  return described(token, entry);
}

/** Removes a user with all tokens. */
export function deleteUser(path: string, name: string): Promise<void> {
  return changeUsers(path, (document) => removeUser(document, name), { mayCreate: false });
}

/** A user without secrets and hashes. */
export interface ListedUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
  readonly tokens: readonly { readonly id: string; readonly expires?: string }[];
}

/** Lists the users of a file. */
export async function listUsers(path: string): Promise<ListedUser[]> {
  const { users = [] }: UsersDocument = await loadUsers(path);
  return users.map(({ name, uid = '', groups = [], extra = {}, tokens = [] }) => ({
    name,
    uid,
    groups,
    extra,
    tokens: tokens.map(({ id, expires }) => ({ id, ...(expires !== undefined && { expires }) })),
  }));
}

/** Hashes the secret before the file is locked. */
async function newEntry(
  lifetime: number | undefined,
  { random, now, cost = DEFAULT_COST }: ManageContext,
): Promise<{ readonly token: string; readonly entry: TokenEntry }> {
  const parts = newToken(random);
  const scrypt = await hashSecret(parts.secret, random(SALT_BYTES), cost);
  const expires = lifetime === undefined ? undefined : expiryAfter(now(), lifetime);
  return { token: tokenText(parts), entry: { id: parts.id, scrypt, ...(expires !== undefined && { expires }) } };
}

const described = (token: string, { id, expires }: TokenEntry): NewToken => ({
  token,
  id,
  ...(expires !== undefined && { expires }),
});
