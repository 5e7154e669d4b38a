import type { Environment } from '../../registry/environment.js';
import type { Filter } from '../../request/context.js';

/** In requests and responses. */
export const AUDIT_ID_HEADER = 'audit-id';
/** Maximum length of a client's audit ID. Longer ones are truncated, as in logs of Kubernetes. */
const LONGEST = 64;

/** Gives each request an audit ID, even without auditing: that of the client, or a new one (Kubernetes' WithAuditInit). */
export function identifyRequests({ uuid }: Pick<Environment, 'uuid'>): Filter {
  return (next) => (context) => {
    const given = context.header(AUDIT_ID_HEADER) ?? '';
    context.auditId = given === '' ? uuid() : given.slice(0, LONGEST);
    return next(context);
  };
}
