import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Filter, RequestContext } from '../../request/context.js';
import { isStream, type Response } from '../../request/response.js';

/** Milliseconds between two looks at the requests under way. */
const INTERVAL = 1000;

/**
 * Gives up on a request, other than a watch, after so many milliseconds and up to a second more: 504, or a broken
 * connection where its answer is being sent. One timer looks after all of them, and only while there are any: a timer each
 * would be a good part of what a request costs.
 */
export function deadline(milliseconds: number): Filter {
  /** When each request came, the oldest first. */
  const underWay = new Map<RequestContext, number>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const latest = performance.now() - milliseconds;
    for (const [context, since] of underWay) {
      if (since > latest) break;
      underWay.delete(context);
      context.abort(timedOut());
    }
    if (underWay.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return (next) => async (context) => {
    if (context.info.verb === 'watch') return next(context);
    underWay.set(context, performance.now());
    timer ??= setInterval(look, Math.min(INTERVAL, milliseconds)).unref();
    let response: Response;
    try {
      response = await next(context);
    } catch (thrown) {
      underWay.delete(context);
      throw thrown;
    }
    if (isStream(response.body)) context.onClose(() => underWay.delete(context));
    else underWay.delete(context);
    return response;
  };
}

function timedOut(): StatusError {
  const message = 'Timeout: request did not complete within the allotted timeout';
  return new StatusError('Timeout', message, { details: { retryAfterSeconds: 1 } });
}
