import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Authenticator } from '../../authn/authenticator.js';
import { bearerToken } from '../../authn/bearer-token.js';
import type { Filter } from '../../request/context.js';

export interface AuthenticationFilterOptions {
  /** Whether requests without credentials are accepted; true when absent. */
  readonly anonymous?: boolean;
  /** Called with the reason why an authenticator rejected credentials. Clients do not get it. */
  readonly onRejected?: (reason: string) => void;
}

/** Maximum length of a reason, which may quote a webhook or a certificate. */
const LONGEST_REASON = 512;

/**
 * Authenticates the request. Rejected credentials, and bearer tokens that no authenticator knows, get 401. A request without
 * credentials is `system:anonymous`, or gets 401 if anonymous access is disabled.
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
