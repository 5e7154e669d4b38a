import type { RequestContext } from '../../request/context.js';
import { notAcceptable, parseAccept, rangeMatches } from '@pilothouse/runtime/media-types/accept.js';

/** The offered media type that the Accept header prefers; the first among equals and without a header. Throws 406. */
export function preferredType<Offered extends string>(context: RequestContext, offered: readonly Offered[]): Offered {
  for (const range of parseAccept(context.header('accept') || '*/*')) {
    const found = offered.find((type) => rangeMatches(range, type));
    if (found !== undefined) return found;
  }
  throw notAcceptable(offered);
}
