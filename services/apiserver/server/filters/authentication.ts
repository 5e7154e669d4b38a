import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Authenticator } from '../../authn/authenticator.js';
import { bearerToken } from '../../authn/bearer-token.js';
import type { Filter } from '../../request/context.js';

/**
 * Finds out who makes the request. Bad credentials are 401, and so is a bearer token that nobody knows; none leave the
 * anonymous user, or are 401 too where nobody may be anonymous.
 */
export function authenticate(authenticator: Authenticator, anonymous = true): Filter {
  return (next) => async (context) => {
    const result = await authenticator.authenticate(context);
    if (result.type === 'authenticated') context.user = result.user;
    else if (result.type === 'rejected' || !anonymous || bearerToken(context) !== undefined) {
      throw new StatusError('Unauthorized', 'Unauthorized');
    }
    return next(context);
  };
}
