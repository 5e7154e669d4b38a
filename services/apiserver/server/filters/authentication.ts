import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Authenticator } from '../../authn/authenticator.js';
import { bearerToken } from '../../authn/bearer-token.js';
import type { Filter } from '../../request/context.js';

export interface AuthenticationFilterOptions {
  /** Whether requests without credentials are accepted; true when absent. */
  readonly anonymous?: boolean;
  /** Called with the reason why an authenticator refused credentials, which clients do not learn. */
  readonly onRejected?: (reason: string) => void;
}

/** Reasons may quote what a webhook or a certificate says. */
const LONGEST_REASON = 512;

/**
 * Determines the user of the request. Credentials that are refused, and bearer tokens that no authenticator knows, get 401. A
 * request without credentials is that of the anonymous user, or gets 401 as well.
 */
export function authenticate(
  authenticator: Authenticator,
  { anonymous = true, onRejected }: AuthenticationFilterOptions = {},
): Filter {
  return (next) => async (context) => {
    const result = await authenticator.authenticate(context);
    if (result.type === 'rejected') onRejected?.(result.reason.slice(0, LONGEST_REASON));
    if (result.type === 'authenticated') context.authenticate(result.user);
    else if (result.type === 'rejected' || !anonymous || bearerToken(context) !== undefined) {
      throw new StatusError('Unauthorized', 'Unauthorized');
    }
    return next(context);
  };
}
