import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import type { Filter } from '../../request/context.js';

/** One line for each request, at the finest level. Never a header or a body. */
export function logRequests(logger: Logger): Filter {
  if (!logger.isLevelEnabled('trace')) return (next) => next;
  return (next) => async (context) => {
    const start = performance.now();
    const response = await next(context);
    const { method } = context.request;
    const milliseconds = Math.round((performance.now() - start) * 1000) / 1000;
    logger.trace({ method, path: context.path, user: context.user.name, status: response.status, milliseconds });
    return response;
  };
}
