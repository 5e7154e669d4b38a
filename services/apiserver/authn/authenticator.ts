import type { Authentication } from '@pilothouse/token-authenticators/token-authenticator.js';
import type { RequestContext } from '../request/context.js';

/** One way to tell who makes a request. It never throws for bad credentials. */
export interface Authenticator {
  readonly name: string;
  authenticate(context: RequestContext): Authentication | Promise<Authentication>;
}
