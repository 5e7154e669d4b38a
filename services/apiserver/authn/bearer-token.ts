import { UNKNOWN, type TokenAuthenticator } from '@pilothouse/token-authenticators/token-authenticator.js';
import type { RequestContext } from '../request/context.js';
import type { Authenticator } from './authenticator.js';

/** More than fits into a request's headers. */
const MAX_TOKEN_LENGTH = 64 * 1024;

/** The token of an `Authorization: Bearer` header; undefined without one. */
export function bearerToken(context: RequestContext): string | undefined {
  const header = context.header('authorization');
  const match = header === undefined ? null : /^bearer +(\S+) *$/i.exec(header);
  return match?.[1];
}

/** Authenticates requests by bearer token. The token must be for one of the audiences. */
export function bearerTokenAuthenticator(tokens: TokenAuthenticator, audiences: readonly string[]): Authenticator {
  return {
    name: tokens.name,
    authenticate(context) {
      const token = bearerToken(context);
      if (token === undefined || token.length > MAX_TOKEN_LENGTH) return UNKNOWN;
      return tokens.authenticateToken(token, { audiences, signal: () => context.signal });
    },
  };
}
