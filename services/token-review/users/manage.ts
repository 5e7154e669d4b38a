import type { TokenEntry, TokenUser, UsersDocument } from './document.js';
import { addUser, expiryAfter, removeUser, rotateToken } from './edit.js';
import { changeUsers, loadUsers } from './file.js';
import { DEFAULT_COST, hashSecret, SALT_BYTES, type ScryptCost } from './scrypt.js';
import { newToken, tokenText, type RandomBytes } from './token.js';

/** What commands on a users file work with. */
export interface ManageContext {
  readonly random: RandomBytes;
  readonly now: () => Date;
  /** Of new tokens; what is usual when absent. */
  readonly cost?: ScryptCost;
}

export interface NewUser extends Required<Pick<TokenUser, 'name' | 'uid' | 'groups' | 'extra'>> {
  /** Seconds that the token is good for. Absent: it has no end. */
  readonly lifetime?: number;
}

/** A token that was just made. */
export interface NewToken {
  /** Nobody can tell it again: the file has a hash of it. */
  readonly token: string;
  readonly id: string;
  readonly expires?: string;
}

/** Adds a user with a token; makes the file where there is none. */
export async function createUser(path: string, user: NewUser, context: ManageContext): Promise<NewToken> {
  const { name, uid, groups, extra, lifetime } = user;
  const { token, entry } = await newEntry(lifetime, context);
  const added: TokenUser = { name, uid, groups, extra, tokens: [entry] };
  await changeUsers(path, (document) => addUser(document, added), { mayCreate: true });
  return described(token, entry);
}

export interface RotateOptions {
  /** Seconds that the tokens from before may still be used. */
  readonly grace: number;
  readonly lifetime?: number;
}

/** Gives a user another token. */
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

/** Takes a user and all his tokens away. */
export function deleteUser(path: string, name: string): Promise<void> {
  return changeUsers(path, (document) => removeUser(document, name), { mayCreate: false });
}

/** A user as it is told of him: nothing of it helps to find a token. */
export interface ListedUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
  readonly tokens: readonly { readonly id: string; readonly expires?: string }[];
}

/** The users of a file. */
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

/** The hash is made before anybody holds the file. */
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
