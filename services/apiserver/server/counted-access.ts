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

/** The same authenticator, whose answers are counted. Who needs not sign in is known too, as in Kubernetes. */
export function countSignIns(
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
        counts.certificateShown((certificate.expires - now()) / 1000);
      }
      try {
        const result = await authenticator.authenticate(context);
        const time = clock() - start;
        if (result.type === 'authenticated') counts.signedIn('success', time, result.user.name);
        else if (result.type === 'rejected') counts.signedIn('error', time);
        else if (!anonymous || bearerToken(context) !== undefined) counts.signedIn('failure', time);
        else counts.signedIn('success', time, ANONYMOUS);
        return result;
      } catch (error) {
        counts.signedIn('error', clock() - start);
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

/** The same authorizer, whose decisions are counted. */
export function countDecisions(
  authorizer: Authorizer,
  { counts, clock }: Pick<CountAccessOptions, 'counts' | 'clock'>,
): Authorizer {
  return {
    async authorize(attributes) {
      const start = clock();
      try {
        const decision = await authorizer.authorize(attributes);
        counts.decided(RESULTS[decision.type], clock() - start);
        return decision;
      } catch (error) {
        counts.decided('error', clock() - start);
        throw error;
      }
    },
  };
}
