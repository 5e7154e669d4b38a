import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Authenticator } from '../../authn/authenticator.js';
import { bearerToken } from '../../authn/bearer-token.js';
import type { Filter } from '../../request/context.js';

/**
 * Authenticates the request. Invalid credentials and an unknown bearer token are 401. A request without credentials has the
 * anonymous user, or is 401 where anonymous requests are off.
 */
export function authenticate(authenticator: Authenticator, anonymous = true): Filter {
  return (next) => async (context) => {
    const result = await authenticator.authenticate(context);
    if (result.type === 'authenticated') context.authenticate(result.user);
    else if (result.type === 'rejected' || !anonymous || bearerToken(context) !== undefined) {
      throw new StatusError('Unauthorized', 'Unauthorized');
    }
    return next(context);
  };
}
