import { UNKNOWN, type TokenAuthenticator } from '@pilothouse/authentication/token-authenticator.js';
import { authenticatedUser, type User } from '@pilothouse/authentication/user.js';
import type { TokenEntry, TokenUser, UsersDocument } from './document.js';
import type { FairQueue } from './fair-queue.js';
import { isSecret } from './scrypt.js';
import { parseToken } from './token.js';

export interface UsersAuthenticatorOptions {
  readonly document: UsersDocument;
  /** Hashes are made by these. */
  readonly turns: FairQueue;
  readonly now: () => Date;
}

interface Known {
  readonly user: User;
  readonly entry: TokenEntry;
}

/**
 * Tokens of the users file. A token names its entry, so that one hash is made for it, or none: for an id that is in no entry
 * there is nothing to check. How fast that is tells only that the id is unknown, and of 80 random bits nobody guesses one.
 * A wrong secret is answered like an unknown id. Rejects with BusyError where too much waits for its hash.
 */
export function usersAuthenticator({ document, turns, now }: UsersAuthenticatorOptions): TokenAuthenticator {
  const entries = new Map<string, Known>();
  for (const each of document.users ?? []) {
    const user = userOf(each);
    for (const entry of each.tokens ?? []) entries.set(entry.id, { user, entry });
  }
  return {
    name: 'users-file',
    async authenticateToken(token, { signal }) {
      const parts = parseToken(token);
      const known = parts && entries.get(parts.id);
      if (parts === undefined || known === undefined) return UNKNOWN;
      const isGood = await turns(parts.id, async () => {
        signal().throwIfAborted();
        return isSecret(parts.secret, known.entry.scrypt);
      });
      if (!isGood) return UNKNOWN;
      const expires = known.entry.expires === undefined ? undefined : Date.parse(known.entry.expires);
      if (expires === undefined) return { type: 'authenticated', user: known.user };
      if (expires <= now().getTime()) return { type: 'rejected', reason: 'the token has expired' };
      return { type: 'authenticated', user: known.user, expires };
    },
  };
}

function userOf({ name, uid, groups, extra = {} }: TokenUser): User {
  return { ...authenticatedUser(name, groups, uid), extra: new Map(Object.entries(extra)) };
}
