import type { Authentication } from '@pilothouse/token-authenticators/token-authenticator.js';
import type { RequestContext } from '../request/context.js';

/** An authentication method. It never throws for invalid credentials. */
export interface Authenticator {
  readonly name: string;
  authenticate(context: RequestContext): Authentication | Promise<Authentication>;
}
