import { UNKNOWN, type Authentication, type Authenticator } from './authenticator.js';

/**
 * Tries authenticators in turn; the first that knows the user ends it. A rejection is remembered and holds only when
 * nobody after it knows the user.
 */
export function unionAuthenticator(authenticators: readonly Authenticator[]): Authenticator {
  return {
    name: 'union',
    async authenticate(context) {
      let result: Authentication = UNKNOWN;
      for (const authenticator of authenticators) {
        const next = await authenticator.authenticate(context);
        if (next.type === 'authenticated') return next;
        if (next.type === 'rejected' && result.type === 'unknown') result = next;
      }
      return result;
    },
  };
}
