import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import type { Filter } from '../request/context.js';

/**
 * Write fence: rejects all requests after `lost` is aborted. Another process has taken over the store, so the state of this one,
 * roles and bindings included, may be stale.
 */
export function refuseWhenLost(lost: AbortSignal): Filter {
  return (next) => (context) => {
    throwIfLost(lost);
    return next(context);
  };
}

/** As {@link refuseWhenLost}, for active requests. */
export function authorizeWhileOwned(authorizer: Authorizer, lost: AbortSignal): Authorizer {
  return {
    async authorize(attributes) {
      throwIfLost(lost);
      const decision = await authorizer.authorize(attributes);
      throwIfLost(lost);
      return decision;
    },
  };
}

function throwIfLost(lost: AbortSignal): void {
  if (!lost.aborted) return;
  throw new StatusError('ServiceUnavailable', 'Another server has taken over the store, and this server is stopping.', {
    details: { retryAfterSeconds: 1 },
    cause: lost.reason,
  });
}
