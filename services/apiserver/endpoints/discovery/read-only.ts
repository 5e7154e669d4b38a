import type { Handler } from '../../request/context.js';
import { methodNotAllowed } from '../resources.js';

/** The handler for GET and HEAD; throws 405 for every other method. */
export function readOnly(handler: Handler): Handler {
  return async (context) => {
    const { method } = context.request;
    if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed();
    return handler(context);
  };
}
