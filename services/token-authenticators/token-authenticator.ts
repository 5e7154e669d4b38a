import type { Span } from '@pilothouse/runtime/tracing/span.js';
import type { User } from './user.js';

/**
 * The result for credentials: a user, a rejection of recognised credentials, or unknown for credentials of another kind.
 */
export type Authentication =
  Authenticated | { readonly type: 'rejected'; readonly reason: string } | { readonly type: 'unknown' };

export interface Authenticated {
  readonly type: 'authenticated';
  readonly user: User;
  /** The requested audiences for which the token is valid. */
  readonly audiences?: readonly string[];
  /** Expiry in milliseconds since 1970. Absent if the token does not expire or the expiry is unknown. */
  readonly expires?: number;
}

/** The parameters of an authentication. */
export interface TokenContext {
  /** The token must be valid for one of them. */
  readonly audiences: readonly string[];
  /** Aborted when the caller no longer waits. Created on first use, since most authenticators never wait. */
  readonly signal: () => AbortSignal;
  /** The current part of the trace; undefined if tracing is off. */
  readonly trace?: Span | undefined;
}

/** Authenticates bearer tokens. An invalid token never throws. */
export interface TokenAuthenticator {
  readonly name: string;
  authenticateToken(token: string, context: TokenContext): Authentication | Promise<Authentication>;
}

export const UNKNOWN: Authentication = { type: 'unknown' };
