import type { Authenticator } from '../authn/authenticator.js';
import { bearerToken } from '../authn/bearer-token.js';
import type { Authorizer, Decision } from '@pilothouse/kinds/definition/authorizer.js';
import type { AccessCounts, DecisionResult } from '../metrics/access.js';
import type { Clock } from '../metrics/requests.js';

export interface CountAccessOptions {
  readonly counts: AccessCounts;
  readonly clock: Clock;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Wraps an authenticator and counts its results. Anonymous requests count as successes, as in Kubernetes. */
export function countAuthentications(
  authenticator: Authenticator,
  anonymous: boolean,
  { counts, clock, now }: CountAccessOptions,
): Authenticator {
  return {
    name: authenticator.name,
    async authenticate(context) {
      const start = clock();
      const { certificate } = context.request.peer;
      if (certificate.type === 'verified' && certificate.expires !== undefined) {
        counts.clientCertificate((certificate.expires - now()) / 1000);
      }
      try {
        const result = await authenticator.authenticate(context);
        const time = clock() - start;
        if (result.type === 'authenticated') counts.authenticated('success', time, result.user.name);
        else if (result.type === 'rejected') counts.authenticated('error', time);
        else if (!anonymous || bearerToken(context) !== undefined) counts.authenticated('failure', time);
        else counts.authenticated('success', time, ANONYMOUS);
        return result;
      } catch (error) {
        counts.authenticated('error', clock() - start);
        throw error;
      }
    },
  };
}

const ANONYMOUS = 'system:anonymous';

const RESULTS: Readonly<Record<Decision['type'], DecisionResult>> = {
  allow: 'allowed',
  deny: 'denied',
  noOpinion: 'no-opinion',
};

/** Wraps an authorizer and counts its decisions. */
export function countDecisions(
  authorizer: Authorizer,
  { counts, clock }: Pick<CountAccessOptions, 'counts' | 'clock'>,
): Authorizer {
  return {
    async authorize(attributes) {
      const start = clock();
      try {
        const decision = await authorizer.authorize(attributes);
        counts.authorized(RESULTS[decision.type], clock() - start);
        return decision;
      } catch (error) {
        counts.authorized('error', clock() - start);
        throw error;
      }
    },
  };
}
