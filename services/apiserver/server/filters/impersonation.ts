import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Filter } from '../../request/context.js';

const PREFIX = 'impersonate-';

/** Nobody may act as somebody else: 403. To pass over the headers would be to act with rights that were given up. */
export const refuseImpersonation: Filter = (next) => async (context) => {
  for (const name of Object.keys(context.request.headers))
    if (name.startsWith(PREFIX)) throw forbidden(context.user.name);
  return next(context);
};

function forbidden(user: string): StatusError {
  return new StatusError('Forbidden', `forbidden: User ${JSON.stringify(user)} cannot impersonate`, { details: {} });
}
