import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Backend } from './backend.js';
import type { PolicyEvaluator } from './policy.js';
import { AuditTrail, type TrailRequest } from './trail.js';
import type { User } from '@pilothouse/token-authenticators/user.js';

export interface AuditParts {
  /** The present policy. */
  readonly policy: () => PolicyEvaluator;
  readonly backends: readonly Backend[];
  readonly domain: Domain;
  readonly now: () => Date;
}

/** The audit log of a server. */
export interface Audit {
  /** The destinations of events, each with its counters. */
  readonly backends: readonly Backend[];
  /** The trail of a request; undefined if the policy omits it. Without `user`, the request is not authenticated. */
  readonly begin: (request: TrailRequest, user?: User) => AuditTrail | undefined;
  /** Resolves once all events are delivered or lost. */
  readonly close: () => Promise<void>;
}

export function createAudit({ policy, backends, domain, now }: AuditParts): Audit {
  return {
    backends,
    begin(request, user) {
      const verdict = policy()({ info: request.info, ...(user && { user }) });
      return verdict.level === 'None' ? undefined : new AuditTrail({ verdict, backends, domain, now, request });
    },
    close: async () => void (await Promise.all(backends.map((backend) => backend.close()))),
  };
}
