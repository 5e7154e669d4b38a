import { UNKNOWN, type Authentication, type TokenAuthenticator } from './token-authenticator.js';

/** Combines authenticators by the rules of `firstSuccess`. */
export function unionTokenAuthenticator(authenticators: readonly TokenAuthenticator[]): TokenAuthenticator {
  return {
    name: 'union',
    authenticateToken: (token, context) =>
      firstSuccess(authenticators, (authenticator) => authenticator.authenticateToken(token, context)),
  };
}

/**
 * Tries authenticators in order until one authenticates. If none does, throws the first failure, such as an unavailable
 * store. Without failures, returns the first rejection.
 */
export async function firstSuccess<T>(
  authenticators: readonly T[],
  authenticate: (authenticator: T) => Authentication | Promise<Authentication>,
): Promise<Authentication> {
  let result: Authentication = UNKNOWN;
  const failures: unknown[] = [];
  for (const authenticator of authenticators) {
    try {
      const next = await authenticate(authenticator);
      if (next.type === 'authenticated') return next;
      if (next.type === 'rejected' && result.type === 'unknown') result = next;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return result;
}
