import type { RequestContext } from '../request/context.js';
import type { User } from '../request/user.js';

/**
 * What an authenticator makes of a request's credentials: it knows the user, it recognises the credentials and refuses
 * them, or they are not of its kind.
 */
export type Authentication =
  | { readonly type: 'authenticated'; readonly user: User }
  | { readonly type: 'rejected'; readonly reason: string }
  | { readonly type: 'unknown' };

/** One way to tell who makes a request. It never throws for bad credentials. */
export interface Authenticator {
  readonly name: string;
  authenticate(context: RequestContext): Authentication | Promise<Authentication>;
}

export const UNKNOWN: Authentication = { type: 'unknown' };
