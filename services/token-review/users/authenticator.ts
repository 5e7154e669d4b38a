import { UNKNOWN, type TokenAuthenticator } from '@pilothouse/token-authenticators/token-authenticator.js';
import { authenticatedUser, type User } from '@pilothouse/token-authenticators/user.js';
import type { TokenEntry, TokenUser, UsersDocument } from './document.js';
import type { FairQueue } from './fair-queue.js';
import { isSecret } from './scrypt.js';
import { parseToken } from './token.js';

export interface UsersAuthenticatorOptions {
  readonly document: UsersDocument;
  /** Schedules the hashes. */
  readonly turns: FairQueue;
  readonly now: () => Date;
}

interface UserToken {
  readonly user: User;
  readonly entry: TokenEntry;
}

/**
 * Authenticates tokens of the users file. The id in a token selects its entry, so that at most one hash is computed. An unknown
 * id costs no hash. Its timing reveals only that the id is unknown, and ids have 80 random bits. A wrong secret is answered
 * like an unknown id. Rejects with BusyError if too many hashes are queued.
 */
export function usersAuthenticator({ document, turns, now }: UsersAuthenticatorOptions): TokenAuthenticator {
  const entries = new Map<string, UserToken>();
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
