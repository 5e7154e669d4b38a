import { UNKNOWN, type Authentication, type TokenAuthenticator } from './token-authenticator.js';

/** Asks several about a token, by the rules of `firstSuccess`. */
export function unionTokenAuthenticator(authenticators: readonly TokenAuthenticator[]): TokenAuthenticator {
  return {
    name: 'union',
    authenticateToken: (token, question) =>
      firstSuccess(authenticators, (authenticator) => authenticator.authenticateToken(token, question)),
  };
}

/**
 * Tries authenticators in turn; the first that knows the user ends it. A rejection is remembered and holds only when
 * nobody after it knows the user. So is a failure, such as of the store, and then it is the failure that is thrown.
 */
export async function firstSuccess<T>(
  authenticators: readonly T[],
  ask: (authenticator: T) => Authentication | Promise<Authentication>,
): Promise<Authentication> {
  let result: Authentication = UNKNOWN;
  const failures: unknown[] = [];
  for (const authenticator of authenticators) {
    try {
      const next = await ask(authenticator);
      if (next.type === 'authenticated') return next;
      if (next.type === 'rejected' && result.type === 'unknown') result = next;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return result;
}
