import type { Filter, Handler } from '../../request/context.js';

/** Answers these paths without authentication and authorization. All other requests go on. */
export function publicDocuments(documents: ReadonlyMap<string, Handler>): Filter {
  return (next) => async (context) => (documents.get(context.path) ?? next)(context);
}
