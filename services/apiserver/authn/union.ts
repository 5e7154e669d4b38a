import { firstSuccess } from '@pilothouse/token-authenticators/union.js';
import type { Authenticator } from './authenticator.js';

/** Tries several authentication methods, by the rules of `firstSuccess`. */
export function unionAuthenticator(authenticators: readonly Authenticator[]): Authenticator {
  return {
    name: 'union',
    authenticate: (context) => firstSuccess(authenticators, (authenticator) => authenticator.authenticate(context)),
  };
}
