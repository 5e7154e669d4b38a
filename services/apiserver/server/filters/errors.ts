import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Logger } from '../../logging/logger.js';
import { storeStatusError } from '../../endpoints/store-errors.js';
import type { Filter, RequestContext } from '../../request/context.js';
import { textResponse, type Response } from '../../request/response.js';

/**
 * The one edge where whatever was thrown becomes a Status. What nobody foresaw is logged, but for requests that were
 * given up; its stack is not sent.
 */
export function answerErrors(logger: Logger): Filter {
  return (next) => async (context) => {
    try {
      return await next(context);
    } catch (thrown) {
      const error = StatusError.from(storeStatusError(thrown));
      if (error.reason === 'InternalError' && thrown !== context.signal.reason) {
        logger.error({ method: context.request.method, path: context.path, error: thrown }, 'request failed');
      }
      return statusResponse(context, error);
    }
  };
}

function statusResponse({ request }: RequestContext, error: StatusError): Response {
  const response = textResponse(error.code, 'application/json', `${JSON.stringify(error.toStatus())}\n`);
  const retryAfter = error.details?.retryAfterSeconds;
  return {
    ...response,
    headers: {
      ...response.headers,
      'cache-control': 'no-cache, private',
      'x-content-type-options': 'nosniff',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      // What is left of a body that is too large is not worth reading.
      ...(error.reason === 'RequestEntityTooLarge' && request.body !== undefined && { connection: 'close' }),
    },
  };
}
