import type { RequestContext } from '../request/context.js';
import type { RequestKind } from './flow-control.js';

/** Exempt group: administrators can repair an overloaded server. */
const EXEMPT_GROUP = 'system:masters';
/** Health checks. */
const HEALTH = /^\/(?:healthz|livez|readyz)(?:\/|$)/;
const READING: ReadonlySet<string> = new Set(['get', 'head', 'list', 'watch']);

/** Kind of the seat that a request needs; undefined for exempt requests, as in Kubernetes. */
export function requestKind({ info, user }: Pick<RequestContext, 'info' | 'user'>): RequestKind | undefined {
  if (user.groups.includes(EXEMPT_GROUP)) return undefined;
  if (info.type === 'nonResource' && HEALTH.test(info.path)) return undefined;
  return READING.has(info.verb) ? 'readOnly' : 'mutating';
}
