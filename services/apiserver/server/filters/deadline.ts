import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Filter } from '../../request/context.js';

/** Gives up on a request, other than a watch, after so many milliseconds: 504. */
export function deadline(milliseconds: number): Filter {
  return (next) => async (context) => {
    if (context.info.verb === 'watch') return next(context);
    const timer = setTimeout(() => context.abort(timedOut()), milliseconds);
    try {
      return await next(context);
    } finally {
      clearTimeout(timer);
    }
  };
}

function timedOut(): StatusError {
  const message = 'Timeout: request did not complete within the allotted timeout';
  return new StatusError('Timeout', message, { details: { retryAfterSeconds: 1 } });
}
