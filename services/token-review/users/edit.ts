import { timeOfSeconds } from '@pilothouse/apimachinery/schema/time.js';
import type { TokenEntry, TokenUser, UsersDocument } from './document.js';

/** An edit that cannot be made. The message is for the user of the command. */
export class EditError extends Error {
  override readonly name = 'EditError';
}

export function addUser(document: UsersDocument, user: TokenUser): UsersDocument {
  const { users = [] } = document;
  if (users.some(({ name }) => name === user.name)) {
    throw new EditError(`the user ${JSON.stringify(user.name)} already exists; use rotate for a new token`);
  }
  return { ...document, users: [...users, user] };
}

/** Removes a user with all tokens. */
export function removeUser(document: UsersDocument, name: string): UsersDocument {
  const user = userNamed(document, name);
  return { ...document, users: (document.users ?? []).filter((each) => each !== user) };
}

export interface Rotation {
  readonly token: TokenEntry;
  readonly now: Date;
  /** Seconds for which the former tokens stay valid. */
  readonly grace: number;
}

/** Adds a token to a user. Former tokens expire after the grace period, or at their earlier expiry. */
export function rotateToken(document: UsersDocument, name: string, { token, now, grace }: Rotation): UsersDocument {
  const user = userNamed(document, name);
  const end = expiryAfter(now, grace);
  const hasExpired = ({ expires }: TokenEntry): boolean =>
    expires !== undefined && Date.parse(expires) <= now.getTime();
  const former = (user.tokens ?? []).map((each) => ({ ...each, expires: earlier(each.expires, end) }));
  const tokens = [...former.filter((each) => grace > 0 && !hasExpired(each)), token];
  return { ...document, users: (document.users ?? []).map((each) => (each === user ? { ...user, tokens } : each)) };
}

/** Formats the time this many seconds from now. Throws EditError for a year beyond 9999. */
export function expiryAfter(now: Date, seconds: number): string {
  const text = timeOfSeconds(Math.ceil(now.getTime() / 1000 + seconds));
  if (text === undefined)
    throw new EditError('the expiry is too far in the future; omit it for a token that does not expire');
  return text;
}

/** Both times have one format, so that they compare as text. */
function earlier(a: string | undefined, b: string): string {
  return a !== undefined && a < b ? a : b;
}

function userNamed({ users = [] }: UsersDocument, name: string): TokenUser {
  const user = users.find((each) => each.name === name);
  if (user === undefined) throw new EditError(`there is no user ${JSON.stringify(name)}`);
  return user;
}
