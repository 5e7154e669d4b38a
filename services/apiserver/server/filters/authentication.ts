import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Authenticator } from '../../authn/authenticator.js';
import type { Filter } from '../../request/context.js';

/** Finds out who makes the request. Bad credentials are 401; none leave the anonymous user. */
export function authenticate(authenticator: Authenticator): Filter {
  return (next) => async (context) => {
    const result = await authenticator.authenticate(context);
    if (result.type === 'rejected') throw new StatusError('Unauthorized', 'Unauthorized');
    if (result.type === 'authenticated') context.user = result.user;
    return next(context);
  };
}
