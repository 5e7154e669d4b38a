import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import type { Filter } from '../request/context.js';

/**
 * Refuses every request once `lost` is aborted: another process has taken the store over, so that what this one knows, roles and
 * bindings included, may be wrong.
 */
export function refuseWhenLost(lost: AbortSignal): Filter {
  return (next) => (context) => {
    throwIfLost(lost);
    return next(context);
  };
}

/** As {@link refuseWhenLost}, for requests that are under way when that happens. */
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
  throw new StatusError('ServiceUnavailable', 'Another server has taken over the data of this one, which ends.', {
    details: { retryAfterSeconds: 1 },
    cause: lost.reason,
  });
}
