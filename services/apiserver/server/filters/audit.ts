import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { userInfo } from '@pilothouse/token-authenticators/user-info.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import type { Audit } from '../../audit/audit.js';
import { sourceIPs } from '../../audit/source-ips.js';
import type { AuditTrail, TrailRequest } from '../../audit/trail.js';
import type { Environment } from '../../registry/environment.js';
import type { Filter, RequestContext } from '../../request/context.js';
import type { Response } from '../../request/response.js';
import { recordAnswer } from './audit-answer.js';
import { attemptedMethods } from './audit-failed-authentication.js';
import { recordFailure } from './audit-failure.js';

export interface AuditFilterOptions {
  readonly audit: Audit;
  readonly environment: Pick<Environment, 'now'>;
}

export interface AuditFilters {
  /** Inside of the filter that gives each request an audit ID: records requests that end before authentication. */
  readonly begin: Filter;
  /** Inside of authentication: records authenticated and anonymous requests. */
  readonly record: Filter;
}

/** State of a request before authentication. */
interface Arrival {
  readonly received: Date;
  isAuthenticated: boolean;
}

const UNAUTHORIZED = 401;

/** Records requests by the audit policy (Kubernetes' WithAudit and WithFailedAuthenticationAudit). */
export function auditFilters({ audit, environment }: AuditFilterOptions): AuditFilters {
  const arrivals = new WeakMap<RequestContext, Arrival>();

  const begin: Filter = (next) => async (context) => {
    const arrival = { received: environment.now(), isAuthenticated: false };
    arrivals.set(context, arrival);
    const response = await next(context);
    if (!arrival.isAuthenticated) await recordRefusal(context, arrival, response.status);
    return response;
  };

  /**
   * Records only the stage ResponseComplete, as in Kubernetes. Unlike Kubernetes, also records requests that are rejected before
   * authentication, such as those with an invalid path.
   */
  async function recordRefusal(context: RequestContext, arrival: Arrival, code: number): Promise<void> {
    const trail = audit.begin({ ...trailRequest(context, arrival), user: {} });
    trail?.answered({ metadata: {}, ...(code === UNAUTHORIZED && { message: attemptedMethods(context) }), code });
    await trail?.record('ResponseStarted');
  }

  const record: Filter = (next) => async (context) => {
    const arrival = arrivals.get(context);
    if (arrival === undefined) return next(context);
    arrival.isAuthenticated = true;
    const { user } = context;
    const request = { ...trailRequest(context, arrival), user: userInfo(user) };
    const trail = audit.begin(request, user);
    if (trail === undefined) return next(context);
    if (!(await trail.record('RequestReceived'))) {
      const refusal = new StatusError('InternalError', 'failed to store audit event');
      // Aborted, so that it is not logged for each request: the backend logs lost events.
      context.abort(refusal);
      throw refusal;
    }
    context.audit = trail;
    let response: Response;
    try {
      response = await next(context);
    } catch (thrown) {
      noteActor(trail, context, user);
      await recordFailure(trail, context, thrown);
      throw thrown;
    }
    noteActor(trail, context, user);
    return recordAnswer(trail, response);
  };

  return { begin, record };
}

function trailRequest(context: RequestContext, { received }: Arrival): Omit<TrailRequest, 'user'> {
  return {
    id: context.auditId,
    received,
    uri: context.request.target,
    info: context.observedInfo,
    sourceIPs: sourceIPs(context),
    userAgent: context.header('user-agent') ?? '',
  };
}

/** Records the impersonated user. Impersonation has been authorized by now. */
function noteActor(trail: AuditTrail, context: RequestContext, user: User): void {
  if (context.user !== user) trail.actsAs(userInfo(context.user));
}
