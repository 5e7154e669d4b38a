import type { Handler } from '../../request/context.js';
import { methodNotAllowed } from '../resources.js';

/** Restricts a handler to GET and HEAD; other methods get 405. */
export function readOnly(handler: Handler): Handler {
  return async (context) => {
    const { method } = context.request;
    if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed();
    return handler(context);
  };
}
