import type { RequestContext } from '../request/context.js';

/** The token of an `Authorization: Bearer` header; undefined where there is none. */
export function bearerToken(context: RequestContext): string | undefined {
  const header = context.header('authorization');
  const match = header === undefined ? null : /^bearer +(\S+) *$/i.exec(header);
  return match?.[1];
}
