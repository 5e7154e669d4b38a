import type { User } from './user.js';

/**
 * What an authenticator makes of credentials: it knows the user, it recognises the credentials and refuses them, or they
 * are not of its kind.
 */
export type Authentication =
  Authenticated | { readonly type: 'rejected'; readonly reason: string } | { readonly type: 'unknown' };

export interface Authenticated {
  readonly type: 'authenticated';
  readonly user: User;
  /** Those of the audiences that were asked for, for whom the token is. */
  readonly audiences?: readonly string[];
  /** When the token ends, in milliseconds since 1970. Absent: it is not known, or it has no end. */
  readonly expires?: number;
}

/** What else is asked about a token. */
export interface TokenQuestion {
  /** The token must be for one of them. */
  readonly audiences: readonly string[];
  /** Aborted when nobody waits for the answer any more. To be made only by what has to wait. */
  readonly signal: () => AbortSignal;
}

/** One way to tell whose a bearer token is. It never throws for bad tokens. */
export interface TokenAuthenticator {
  readonly name: string;
  authenticateToken(token: string, question: TokenQuestion): Authentication | Promise<Authentication>;
}

export const UNKNOWN: Authentication = { type: 'unknown' };
