import type { RequestContext } from '../request/context.js';
import type { RequestKind } from './flow-control.js';

/** Who may do everything is never kept waiting, so that a server that is overrun can be put right. */
const EXEMPT_GROUP = 'system:masters';
/** What asks whether the server is well. */
const HEALTH = /^\/(?:healthz|livez|readyz)(?:\/|$)/;
const READING: ReadonlySet<string> = new Set(['get', 'head', 'list', 'watch']);

/** Which places a request needs, as in Kubernetes; undefined where it needs none. */
export function requestKind({ info, user }: Pick<RequestContext, 'info' | 'user'>): RequestKind | undefined {
  if (user.groups.includes(EXEMPT_GROUP)) return undefined;
  if (info.type === 'nonResource' && HEALTH.test(info.path)) return undefined;
  return READING.has(info.verb) ? 'readOnly' : 'mutating';
}
