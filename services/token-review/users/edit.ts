import { timeOfSeconds } from '@pilothouse/apimachinery/schema/time.js';
import type { TokenEntry, TokenUser, UsersDocument } from './document.js';

/** A change that cannot be made; the message is for the person who asked for it. */
export class EditError extends Error {
  override readonly name = 'EditError';
}

export function addUser(document: UsersDocument, user: TokenUser): UsersDocument {
  const { users = [] } = document;
  if (users.some(({ name }) => name === user.name)) {
    throw new EditError(`there is already a user ${JSON.stringify(user.name)}; rotate gives a new token`);
  }
  return { ...document, users: [...users, user] };
}

/** Together with all tokens. */
export function removeUser(document: UsersDocument, name: string): UsersDocument {
  const user = userNamed(document, name);
  return { ...document, users: (document.users ?? []).filter((each) => each !== user) };
}

export interface Rotation {
  readonly token: TokenEntry;
  readonly now: Date;
  /** Seconds that the tokens from before may still be used. */
  readonly grace: number;
}

/** Gives a user another token; those from before end after the grace, or earlier where they would have. */
export function rotateToken(document: UsersDocument, name: string, { token, now, grace }: Rotation): UsersDocument {
  const user = userNamed(document, name);
  const end = expiryAfter(now, grace);
  const isOver = ({ expires }: TokenEntry): boolean => expires !== undefined && Date.parse(expires) <= now.getTime();
  const former = (user.tokens ?? []).map((each) => ({ ...each, expires: earlier(each.expires, end) }));
  const tokens = [...former.filter((each) => grace > 0 && !isOver(each)), token];
  return { ...document, users: (document.users ?? []).map((each) => (each === user ? { ...user, tokens } : each)) };
}

/** When something ends that begins now, as it stands in the file. Throws EditError for a year beyond 9999. */
export function expiryAfter(now: Date, seconds: number): string {
  const text = timeOfSeconds(Math.ceil(now.getTime() / 1000 + seconds));
  if (text === undefined) throw new EditError('that is too far in the future; leave it out for a token without an end');
  return text;
}

/** Both are in whole seconds of UTC, so that they are in order as texts. */
function earlier(a: string | undefined, b: string): string {
  return a !== undefined && a < b ? a : b;
}

function userNamed({ users = [] }: UsersDocument, name: string): TokenUser {
  const user = users.find((each) => each.name === name);
  if (user === undefined) throw new EditError(`there is no user ${JSON.stringify(name)}`);
  return user;
}
